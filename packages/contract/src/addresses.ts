import { getCallUrl } from './client.ts'
import type { SocialProvider } from './entities/user.ts'
import { basePath } from './limits.ts'

function page(path: string, query?: Readonly<Record<string, string | number | undefined>>): string {
  return getCallUrl(`${basePath}/${path}`, query)
}

/** URLs of the web application used in emails, links and the desktop shell, without host; calls.md, "Addresses". */
export const urls = {
  /** A board, or one of its pages or elements. */
  whiteboard: (to: { readonly wid: string; readonly page?: string; readonly element?: string }) =>
    page('whiteboard', { w: to.wid, p: to.page, o: to.element }),
  /** Target of role links and invitations. */
  invite: (to: { readonly token: string; readonly wid: string }) =>
    page('invite-loading', { invite: to.token, w: to.wid }),
  resetPassword: (to: { readonly token: string }) => page('forget-loading', { token: to.token }),
  /** Redirect page of a social sign-in. */
  social: (
    provider: SocialProvider,
    to: { readonly code?: string; readonly state?: string; readonly error?: string } = {},
  ) => page(`${provider}-loading`, to),
  requestAccess: (to: { readonly wid: string }) => page('request-access', { w: to.wid }),
  /** Decides an access request from the email with one click. */
  answerAccess: (to: {
    readonly wid: string
    readonly uid: string
    readonly answer: 'yes' | 'no'
    readonly proof: string
  }) => page('request-access', { w: to.wid, uid: to.uid, answer: to.answer, proof: to.proof }),
  /** Opened by the desktop shell in the system browser. */
  desktopSignIn: (to: {
    readonly challenge: string
    readonly state: string
    readonly via: 'scheme' | 'loopback'
    readonly port?: number
    readonly device?: string
  }) => page('pclogin', to),
  dashboard: () => page('dashboard'),
  login: () => page('login'),
  /** Profile and settings. */
  userinfo: () => page('userinfo'),
  /** Linked from the email about the end of a plan. */
  planEnded: () => page('dashboard', { type: 'subexpired' }),
} as const
