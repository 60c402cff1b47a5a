import { basePath } from '@tavla/contract'

/** Where a sign-in's answer may come from: our link scheme, or a request to the shell's own port on 127.0.0.1. */
export type LinkSource = { readonly via: 'scheme' } | { readonly via: 'loopback'; readonly port: number }

/** What the browser returns. Neither part is usable without the verifier in the shell. */
export interface SignInLink {
  readonly code: string
  readonly state: string
}

/** The scheme registered for the shell; a build of another flavour registers another one. */
export const linkScheme = 'tavla'

/** Longer than any link of ours: what the system passes on comes from anybody. */
const longestLink = 2048
const secret = /^[A-Za-z0-9._~-]{16,256}$/

/**
 * Reads `tavla://signed-in?code=…&state=…`, or the same answer at `http://127.0.0.1:<port>/`. Undefined for
 * everything else: another scheme, host, port or path, a missing, doubled or odd parameter, a user or a fragment.
 */
export function parseSignInLink(text: string, source: LinkSource): SignInLink | undefined {
  if (text.length > longestLink || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!isOurs(url, source) || url.username || url.password || url.hash) return undefined
  const code = onlyValue(url.searchParams, 'code')
  const state = onlyValue(url.searchParams, 'state')
  return code && state ? { code, state } : undefined
}

/**
 * Reads `tavla://open/whiteboard?w=…`, a link that opens a screen, as an address on this server. Which screens there
 * are, `parseScreen` knows.
 */
export function getScreenUrl(text: string, origin: string): string | undefined {
  if (text.length > longestLink || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== `${linkScheme}:` || url.host !== 'open' || url.username || url.hash) return undefined
  return `${origin}${basePath}${url.pathname}${url.search}`
}

/** The code a person copied out of the browser: the bare code, or the whole link. */
export function parsePastedCode(
  text: string,
): { readonly code: string; readonly state?: string } | undefined {
  const pasted = text.trim()
  if (secret.test(pasted)) return { code: pasted }
  return parseSignInLink(pasted, { via: 'scheme' })
}

function isOurs(url: URL, source: LinkSource): boolean {
  if (source.via === 'loopback') {
    return url.protocol === 'http:' && url.host === `127.0.0.1:${source.port}` && url.pathname === '/'
  }
  // Whether a slash follows the name depends on the system that passed the link on.
  return (
    url.protocol === `${linkScheme}:` &&
    url.host === 'signed-in' &&
    (url.pathname === '' || url.pathname === '/')
  )
}

function onlyValue(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name)
  return value !== undefined && more.length === 0 && secret.test(value) ? value : undefined
}
