import { getAddress } from './client.ts'
import type { SocialProvider } from './entities/user.ts'
import { basePath } from './limits.ts'

function page(path: string, query?: Readonly<Record<string, string | number | undefined>>): string {
  return getAddress(`${basePath}/${path}`, query)
}

/** Addresses of the web application that mails, links and the shell name; calls.md, "Addresses". No host. */
export const urls = {
  /** A board, or one page or element of it. */
  whiteboard: (to: { readonly wid: string; readonly page?: string; readonly element?: string }) =>
    page('whiteboard', { w: to.wid, p: to.page, o: to.element }),
  /** Where role links and invitations lead. */
  invite: (to: { readonly token: string; readonly wid: string }) =>
    page('invite-loading', { invite: to.token, w: to.wid }),
  resetPassword: (to: { readonly token: string }) => page('forget-loading', { token: to.token }),
  /** Return page of a social sign-in. */
  social: (
    provider: SocialProvider,
    to: { readonly code?: string; readonly state?: string; readonly error?: string } = {},
  ) => page(`${provider}-loading`, to),
  requestAccess: (to: { readonly wid: string }) => page('request-access', { w: to.wid }),
  /** From the mail to those who may decide: answers with one click. */
  answerAccess: (to: {
    readonly wid: string
    readonly uid: string
    readonly answer: 'yes' | 'no'
    readonly proof: string
  }) => page('request-access', { w: to.wid, uid: to.uid, answer: to.answer, proof: to.proof }),
  /** What the shell opens in the system browser. */
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
  /** From the mail that says that the plan has ended. */
  planEnded: () => page('dashboard', { type: 'subexpired' }),
} as const
