import { sessionPaths } from './platform/dom/url.ts'

/** The route table of spec §2: every path below /app. */
export const paths = [
  'login',
  'userinfo',
  'dashboard',
  'whiteboard',
  'invite-loading',
  'google-loading',
  'office-loading',
  'facebook-loading',
  'apple-loading',
  'forget-loading',
  'request-access',
  'pclogin',
  'pcapp',
  'pcapp-login',
  'admin',
] as const
export type RoutePath = (typeof paths)[number]

/** `*` is every other URL, including the base path. */
export type NavigationPath = RoutePath | '*'

const loginPaths: readonly NavigationPath[] = sessionPaths
const invitePaths: readonly NavigationPath[] = ['login', 'whiteboard', 'invite-loading']

export interface Navigation {
  readonly path: NavigationPath
  /** With the question mark, or empty. */
  readonly query: string
  /** The stored userinfo has a token, a guest's included. */
  readonly hasToken: boolean
  readonly desktop: boolean
}

export interface GuardResult {
  /** Redirect target; null shows the screen. */
  readonly redirect: string | null
  /** Path and query to return to after signing in. */
  readonly returnTo: string | null
}

const showScreen: GuardResult = { redirect: null, returnTo: null }

/** The guard table: what happens on a visit. Redirects keep the query. */
export function applyGuard({ path, query, hasToken, desktop }: Navigation): GuardResult {
  if (path === '*') return { redirect: `/dashboard${query}`, returnTo: null }
  if (!hasToken && loginPaths.includes(path)) {
    const login = desktop ? 'pcapp-login' : 'login'
    return { redirect: `/${login}${query}`, returnTo: `/${path}${query}` }
  }
  if (hasToken && (path === 'login' || (path === 'pcapp-login' && desktop))) {
    return { redirect: '/dashboard', returnTo: null }
  }
  return showScreen
}

export interface UrlInvite {
  readonly wid: string
  readonly invite: string
}

/** The invite in the URL, on the three paths that handle invites; spec §2. */
export function findInvite(path: NavigationPath, query: string): UrlInvite | null {
  if (!invitePaths.includes(path)) return null
  const params = new URLSearchParams(query)
  const invite = params.get('invite')
  const wid = params.get('w')
  return invite && wid ? { invite, wid } : null
}

/** The dashboard of the desktop app leaves the full screen mode that a board had entered. */
export function shouldLeaveFullscreen(path: NavigationPath, desktop: boolean): boolean {
  return desktop && path === 'dashboard'
}
