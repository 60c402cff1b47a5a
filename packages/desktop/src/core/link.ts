import { basePath } from '@tavla/contract/desktop'

/** Origin of a sign-in result: our link scheme, or a request to the shell's port on 127.0.0.1. */
export type LinkSource = { readonly via: 'scheme' } | { readonly via: 'loopback'; readonly port: number }

/** Result of a sign-in in the browser. Unusable without the verifier, which stays in the shell. */
export interface SignInLink {
  readonly code: string
  readonly state: string
}

/** URL scheme registered for the shell; other builds register other schemes. */
export const linkScheme = 'tavla'

/** Longer than any valid link. Links can come from any program. */
const longestLink = 2048
const secret = /^[A-Za-z0-9._~-]{16,256}$/

/**
 * Parses `tavla://signed-in?code=…&state=…`, or the same at `http://127.0.0.1:<port>/`. Undefined for everything
 * else: another scheme, host, port or path, missing, repeated or unknown parameters, user info or fragment.
 */
export function parseSignInLink(text: string, source: LinkSource): SignInLink | undefined {
  if (text.length > longestLink || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!isSignInUrl(url, source) || url.username || url.password || url.hash) return undefined
  const code = getSingleValue(url.searchParams, 'code')
  const state = getSingleValue(url.searchParams, 'state')
  return code && state ? { code, state } : undefined
}

/** Converts `tavla://open/whiteboard?w=…` to a URL of this server. `parseScreen` validates the screen. */
export function getScreenUrl(text: string, origin: string): string | undefined {
  if (text.length > longestLink || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== `${linkScheme}:` || url.host !== 'open' || url.username || url.hash) return undefined
  return `${origin}${basePath}${url.pathname}${url.search}`
}

/** Parses a pasted code or link. */
export function parsePastedCode(
  text: string,
): { readonly code: string; readonly state?: string } | undefined {
  const pasted = text.trim()
  if (secret.test(pasted)) return { code: pasted }
  return parseSignInLink(pasted, { via: 'scheme' })
}

function isSignInUrl(url: URL, source: LinkSource): boolean {
  if (source.via === 'loopback') {
    return url.protocol === 'http:' && url.host === `127.0.0.1:${source.port}` && url.pathname === '/'
  }
  // Depending on the system, a slash follows the name.
  return (
    url.protocol === `${linkScheme}:` &&
    url.host === 'signed-in' &&
    (url.pathname === '' || url.pathname === '/')
  )
}

function getSingleValue(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name)
  return value !== undefined && more.length === 0 && secret.test(value) ? value : undefined
}
