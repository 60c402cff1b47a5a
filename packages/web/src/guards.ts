import { pathsOfSessions } from './platform/dom/url.ts'

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
export type VisitedPath = RoutePath | '*'

const needLogin: readonly VisitedPath[] = pathsOfSessions
const handleInvites: readonly VisitedPath[] = ['login', 'whiteboard', 'invite-loading']

export interface Visit {
  readonly path: VisitedPath
  /** With the question mark, or empty. */
  readonly query: string
  /** The stored userinfo has a token, a guest's included. */
  readonly hasToken: boolean
  readonly desktop: boolean
}

export interface Decision {
  /** Redirect target; null shows the screen. */
  readonly to: string | null
  /** Path and query to return to after signing in. */
  readonly getNote: string | null
}

const shown: Decision = { to: null, getNote: null }

/** The guard table: what happens on a visit. Redirects keep the query. */
export function guard({ path, query, hasToken, desktop }: Visit): Decision {
  if (path === '*') return { to: `/dashboard${query}`, getNote: null }
  if (!hasToken && needLogin.includes(path)) {
    const login = desktop ? 'pcapp-login' : 'login'
    return { to: `/${login}${query}`, getNote: `/${path}${query}` }
  }
  if (hasToken && (path === 'login' || (path === 'pcapp-login' && desktop))) {
    return { to: '/dashboard', getNote: null }
  }
  return shown
}

export interface CarriedInvite {
  readonly wid: string
  readonly invite: string
}

/** The invite in the URL, on the three paths that handle invites; spec §2. */
export function findInvite(path: VisitedPath, query: string): CarriedInvite | null {
  if (!handleInvites.includes(path)) return null
  const params = new URLSearchParams(query)
  const invite = params.get('invite')
  const wid = params.get('w')
  return invite && wid ? { invite, wid } : null
}

/** The dashboard of the desktop app leaves the full screen mode that a board had entered. */
export function leavesFullscreen(path: VisitedPath, desktop: boolean): boolean {
  return desktop && path === 'dashboard'
}
