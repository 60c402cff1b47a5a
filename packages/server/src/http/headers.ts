import { randomBytes } from 'node:crypto'

/** Sent with every response: no sniffing, framing, referrers or cross-origin access. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=(), payment=()',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** For responses that are not pages: nothing may load or run. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The pages of the API's description. The library sets style attributes, which only `unsafe-inline` allows. */
export const API_DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The service worker only fetches the app's files to cache them. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Other origins that a page may connect to. */
export interface PageOrigins {
  readonly voiceUrl: string | null
  /** Where it sends large files; null: to this server. */
  readonly filesOrigin: string | null
  readonly loopbackPort?: number | undefined
}

/**
 * The page's policy: own scripts, styles by nonce, no other origin except separate servers for voice and files. Only the
 * page that signs the desktop app in can connect to the app waiting on this computer, at the port given in
 * its URL.
 */
export function pagePolicy(
  nonce: string,
  { voiceUrl, filesOrigin, loopbackPort }: PageOrigins,
  scriptHashes: readonly string[] = [],
): string {
  const voice = voiceUrl === null ? '' : ` ${voiceUrl} ${voiceUrl.replace(/^ws/, 'http')}`
  const files = filesOrigin === null ? '' : ` ${filesOrigin}`
  const loopback = loopbackPort === undefined ? '' : ` http://127.0.0.1:${loopbackPort}`
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self' blob: data:${voice}${files}${loopback}`,
    "worker-src 'self' blob:",
    // The card form.
    "frame-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default ProseMirrorClipboard TavlaClipboard',
  ].join('; ')
}

/** The provider whose scripts and frames the card form may load. */
export type CardForm = 'sandbox' | 'stripe'

/**
 * The card form is a separate document embedded in the page: only there may the provider's script run. Card
 * data goes from the provider's frames to the provider.
 */
export function cardFormPolicy(form: CardForm): string {
  const provider = form === 'stripe'
  return [
    "default-src 'none'",
    `script-src 'self'${provider ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    "style-src 'self'",
    ...(provider ? ['frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'] : []),
    `connect-src 'self'${provider ? ' https://api.stripe.com' : ''}`,
    ...(provider ? ["img-src 'self' https://*.stripe.com"] : []),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

export const newNonce = (): string => randomBytes(16).toString('base64')
