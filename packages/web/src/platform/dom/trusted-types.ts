/**
 * The page's default Trusted Types policy. The content policy names it, so no other default can be made.
 * Style sheets that the component library writes into style tags hold no `<`; anything that does is markup
 * and refused. Scripts and workers come from our own origin only; text is never made into script.
 */
interface PolicyRules {
  createHTML(text: string): string | null
  createScriptURL(url: string): string | null
  createScript(): null
}

interface TrustedTypePolicies {
  createPolicy(name: string, rules: PolicyRules): unknown
}

/** Null means refused: the browser then throws where the string was assigned. */
export function policyRules(origin: string): PolicyRules {
  return {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (url) => (URL.parse(url, origin)?.origin === origin ? url : null),
    createScript: () => null,
  }
}

/** Called before anything else of ours runs. Browsers without Trusted Types need nothing. */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicies }
  trustedTypes?.createPolicy('default', policyRules(location.origin))
}
