import { basePath } from '@tavla/contract/desktop'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Origin of an entered server: `board.example.org`, or any URL on it. The default scheme is https, and http for
 * this computer. Undefined if invalid.
 */
export function parseServer(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || /\s/.test(typed)) return undefined
  const isHost = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const candidate = isHost ? `https://${typed}` : typed
  if (!URL.canParse(candidate)) return undefined
  const url = new URL(candidate)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password)
    return undefined
  if (isHost && isLoopback(url)) return new URL(`http://${typed}`).origin
  return url.origin
}

export function isLoopback(url: URL): boolean {
  return loopback.test(url.hostname)
}

/** Screens that external links can open. Sign-in and sign-out are excluded. */
const linkedScreens = [
  'whiteboard',
  'dashboard',
  'invite-loading',
  'forget-loading',
  'request-access',
  'userinfo',
  'pcapp',
]

/** Path and query if `text` is a URL of such a screen on this server. */
export function parseScreen(text: string, origin: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.origin !== origin || url.username || url.password) return undefined
  const screen = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length + 1) : ''
  return linkedScreens.includes(screen) ? url.pathname + url.search : undefined
}

/** Whether the window can show the URL: a page of the app on this origin. */
export function isAppPage(text: string, origin: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === origin && (url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))
}

const longestExternal = 4096

/** Whether the URL can be passed to the system's browser or mail program. */
export function isExternal(text: string): boolean {
  if (text.length > longestExternal || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['https:', 'http:', 'mailto:'].includes(protocol) && !username && !password
}
