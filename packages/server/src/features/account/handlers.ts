import type { Calls } from '@tavla/contract'
import { languages } from '@tavla/locales'
import type { Context, Handlers } from '../../context.ts'
import { getServerSettings } from '../server-settings/index.ts'
import { changePassword } from './change-password.ts'
import { getChoices } from './choices.ts'
import { approveDesktop, exchangeDesktop } from './sign-in/desktop.ts'
import { sendDeleteCode, sendEmailCode, setEmail } from './verify-email.ts'
import { guestLogin, upgradeGuest } from './sign-in/guest.ts'
import { login } from './sign-in/login.ts'
import { notifyConfig, setNotifyConfig } from './notify-config.ts'
import { endOwnSession, listSessions, logout } from './own-sessions.ts'
import { change, removePhoto, setGuide, setPhoto, setProfile } from './profile.ts'
import { register } from './sign-in/register.ts'
import { forgetPassword, passwordToken, resetPassword } from './sign-in/reset-password.ts'
import { getAccount, updateAccount } from './rows.ts'
import { appleForm, finishSocial, offeredProviders, startSocial, unlinkSocial } from './sign-in/social.ts'
import { getUser } from './account-view.ts'

/** What this server offers now: its configuration, less what administrators switched off. */
async function getOffer(ctx: Context<Calls['auth']['config']>) {
  const { app, fromHere } = ctx
  const { guests, socialSignIn, voice } = await getServerSettings(app.db.sql)
  const providers = socialSignIn ? offeredProviders(ctx) : []
  const payments = app.payments?.port.kind ?? 'off'
  return {
    providers,
    standIns: providers.filter((provider) => app.social.get(provider)?.standIn),
    payments: fromHere || payments === 'stripe' ? payments : ('off' as const),
    voice: voice && app.voice.isAvailable,
    guests,
    limits: app.config.limits,
    languages: languages.map(({ id }) => id).toSorted(),
  }
}

export const auth = {
  login: (ctx, { body }) => login(ctx, body),
  logout: (ctx) => logout(ctx),
  register: (ctx, { query, body }) => register(ctx, body, query.lang),
  loggedin: async ({ app, actor }) => getUser(app.db.sql, await getAccount(app.db.sql, actor.uid)),
  forgetPassword: (ctx, { query, body }) => forgetPassword(ctx, body.email, query.lang),
  passwordToken: (ctx, { query }) => passwordToken(ctx, query.token),
  resetPassword: (ctx, { body }) => resetPassword(ctx, body.token, body.password),
  changePassword: (ctx, { body }) => changePassword(ctx, body),
  startGoogle: (ctx, { query }) => startSocial(ctx, 'google', query),
  startOffice: (ctx, { query }) => startSocial(ctx, 'office', query),
  startFacebook: (ctx, { query }) => startSocial(ctx, 'facebook', query),
  startApple: (ctx, { query }) => startSocial(ctx, 'apple', query),
  finishGoogle: (ctx, { body }) => finishSocial(ctx, 'google', body),
  finishOffice: (ctx, { body }) => finishSocial(ctx, 'office', body),
  finishFacebook: (ctx, { body }) => finishSocial(ctx, 'facebook', body),
  finishApple: (ctx, { body }) => finishSocial(ctx, 'apple', body),
  unlinkGoogle: (ctx) => unlinkSocial(ctx, 'google'),
  unlinkOffice: (ctx) => unlinkSocial(ctx, 'office'),
  unlinkFacebook: (ctx) => unlinkSocial(ctx, 'facebook'),
  unlinkApple: (ctx) => unlinkSocial(ctx, 'apple'),
  appleForm: (ctx, { body }) => appleForm(ctx, body),
  guestLogin: (ctx, { query, body }) => guestLogin(ctx, query, body),
  upgradeGuest: (ctx, { body }) => upgradeGuest(ctx, body),
  approveDesktop: (ctx, { body }) => approveDesktop(ctx, body),
  exchangeDesktop: (ctx, { body }) => exchangeDesktop(ctx, body.code, body.verifier),
  config: (ctx) => getOffer(ctx),
} satisfies Handlers<Calls['auth']>

export const user = {
  rename: (ctx, { body }) => change(ctx, { name: body.name }),
  setPhoto: (ctx, { file }) => setPhoto(ctx, file),
  removePhoto: (ctx) => removePhoto(ctx),
  setProfile: (ctx, { body }) => setProfile(ctx, body),
  setEmail: (ctx, { body }) => setEmail(ctx, body),
  sendEmailCode: (ctx, { query, body }) => sendEmailCode(ctx, body.email, query.lang),
  occupations: ({ actor }, { query }) => getChoices('occupation', query.lang ?? actor.lang),
  staffNumbers: ({ actor }, { query }) => getChoices('staffNum', query.lang ?? actor.lang),
  trades: ({ actor }, { query }) => getChoices('trade', query.lang ?? actor.lang),
  goOnFree: (ctx) => change(ctx, { free_click: 1 }),
  setGuide: (ctx, { body }) => setGuide(ctx, body),
  sendDeleteCode: (ctx) => sendDeleteCode(ctx),
  notifyConfig: (ctx) => notifyConfig(ctx),
  setNotifyConfig: (ctx, { body }) => setNotifyConfig(ctx, body),
  settings: async ({ app, actor }) => ({ settings: (await getAccount(app.db.sql, actor.uid)).settings }),
  async setSettings({ app, actor }, { body }) {
    await updateAccount(app.db.sql, actor.uid, { settings: body.settings })
    return { settings: body.settings }
  },
  sessions: (ctx) => listSessions(ctx),
  endSession: (ctx, { query }) => endOwnSession(ctx, query.id),
} satisfies Handlers<
  Omit<
    Calls['user'],
    | 'info'
    | 'vip'
    | 'remove'
    | 'sendFeedback'
    | 'log'
    | 'report'
    | 'announcements'
    | 'startExport'
    | 'exportState'
    | 'notices'
    | 'readNotices'
  >
>
