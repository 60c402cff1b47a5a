import { basePath } from '@tavla/contract'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The origin of a server as somebody typed or pasted it: `board.example.org`, or any address of a page there. Without a
 * scheme it is https, and http on this computer itself. Undefined when it cannot be one.
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

/** Screens that a link from outside can open. Those that sign somebody in or out are not among them. */
const linkedScreens = [
  'whiteboard',
  'dashboard',
  'invite-loading',
  'forget-loading',
  'request-access',
  'userinfo',
  'pcapp',
]

/** The path and query to open when `text` is an address of such a screen on this server. */
export function parseScreen(text: string, origin: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.origin !== origin || url.username || url.password) return undefined
  const screen = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length + 1) : ''
  return linkedScreens.includes(screen) ? url.pathname + url.search : undefined
}

/** Whether the window can show the address: a page of the app on this very origin. */
export function isAppPage(text: string, origin: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === origin && (url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))
}

const longestExternal = 4096

/** Whether the address can be given to the system's browser or mail program. */
export function isExternal(text: string): boolean {
  if (text.length > longestExternal || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['https:', 'http:', 'mailto:'].includes(protocol) && !username && !password
}
