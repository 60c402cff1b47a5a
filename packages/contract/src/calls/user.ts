import { z } from 'zod'
import { defineCall } from '../call.ts'
import { Notification, NotifyConfig } from '../entities/notification.ts'
import { Vip } from '../entities/plan.ts'
import { Choice, Guide, Person, Session, SettingsText, User } from '../entities/user.ts'
import { Announcement, ReportReason } from '../entities/report.ts'
import { lengths } from '../limits.ts'
import {
  Email,
  Id,
  KnownEmail,
  Language,
  getList,
  MailedCode,
  paging,
  Secret,
  SpaceId,
  text,
  textOfBytes,
  Time,
  Uid,
} from '../wire.ts'

const inLanguage = z.object({ lang: Language })

/** Seconds until another code can be requested. */
const CodeSent = z.object({ retryAfter: z.int().min(0) })

const Settings = z.object({ settings: SettingsText })

const Unread = z.object({ unread: z.int().min(0) })

function choices(path: string, summary: string) {
  return defineCall({
    method: 'GET',
    path,
    summary,
    auth: 'user',
    query: () => inLanguage,
    data: () => getList(Choice),
  })
}

export const user = {
  info: defineCall({
    method: 'GET',
    path: '/api/user/info',
    summary: 'Oneself, or somebody of a shared space or of a notice',
    auth: 'user',
    query: () => z.object({ uid: Uid, email: KnownEmail.optional() }),
    data: () => z.union([User, Person]),
    codes: ['not_found'],
  }),
  rename: defineCall({
    method: 'POST',
    path: '/api/user/name',
    summary: 'Change my name',
    auth: 'user',
    body: () => z.object({ name: text(1, lengths.personName) }),
    data: () => User,
  }),
  setPhoto: defineCall({
    method: 'POST',
    path: '/api/user/photo',
    summary: 'Change my photo',
    auth: 'user',
    file: 'required',
    data: () => z.object({ photo: z.string() }),
  }),
  removePhoto: defineCall({
    method: 'DELETE',
    path: '/api/user/photo',
    summary: 'Have no photo',
    auth: 'user',
    data: () => z.object({ photo: z.null() }),
  }),
  setProfile: defineCall({
    method: 'POST',
    path: '/api/user/profile',
    summary: 'Change occupation, company size, trade or language',
    auth: 'user',
    body: () =>
      z.object({
        occupation: Id.optional(),
        staffNum: Id.optional(),
        trade: Id.optional(),
        lang: Language,
      }),
    data: () => User,
  }),
  setEmail: defineCall({
    method: 'POST',
    path: '/api/user/email',
    summary: "Change my e-mail address, or verify it by naming one's own again",
    auth: 'full',
    query: () => inLanguage,
    body: () => z.object({ email: Email, code: MailedCode }),
    data: () => User,
    codes: ['code_invalid', 'too_many_tries', 'email_taken'],
  }),
  sendEmailCode: defineCall({
    method: 'POST',
    path: '/api/user/email/sendcode',
    summary: 'Mail a code to an address; answers alike when it is taken',
    auth: 'user',
    query: () => inLanguage,
    body: () => z.object({ email: Email }),
    data: () => CodeSent,
    codes: ['too_many_tries'],
  }),
  occupations: choices('/api/user/occupation', 'Choice list of occupations'),
  staffNumbers: choices('/api/user/staff/num', 'Choice list of company sizes'),
  trades: choices('/api/user/trade', 'Choice list of trades'),
  vip: defineCall({
    method: 'GET',
    path: '/api/user/vip',
    summary: "The state of the account's plan",
    auth: 'user',
    data: () => Vip,
  }),
  goOnFree: defineCall({
    method: 'PUT',
    path: '/api/user/free/click',
    summary: 'Go on with the free plan: the offer no longer opens by itself',
    auth: 'user',
    data: () => User,
  }),
  setGuide: defineCall({
    method: 'PUT',
    path: '/api/user/guide',
    summary: 'Note steps of the tour as done or skipped',
    auth: 'user',
    body: () => Guide,
    data: () => z.object({ guide: Guide }),
  }),
  sendDeleteCode: defineCall({
    method: 'POST',
    path: '/api/user/delete/sendcode',
    summary: 'Mail the code that deleting the account asks for',
    auth: 'full',
    data: () => CodeSent,
    codes: ['too_many_tries'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/user',
    summary: 'Delete the account; a guest needs no code',
    auth: 'user',
    query: () => z.object({ code: MailedCode.or(z.literal('')).optional() }),
    codes: ['code_invalid', 'too_many_tries', 'owner_must_transfer'],
  }),
  notifyConfig: defineCall({
    method: 'GET',
    path: '/api/user/notify/config',
    summary: 'Where my notices go',
    auth: 'user',
    data: () => NotifyConfig,
  }),
  setNotifyConfig: defineCall({
    method: 'POST',
    path: '/api/user/notify/config',
    summary: 'Change where my notices go; what is left out stays',
    auth: 'user',
    body: () => NotifyConfig.partial(),
    data: () => NotifyConfig,
  }),
  report: defineCall({
    method: 'POST',
    path: '/api/report',
    summary: 'Report a board to the people who run this server, by its link or as somebody in it',
    auth: 'opt',
    body: () =>
      z
        .object({
          token: Secret.optional(),
          wid: SpaceId.optional(),
          reason: ReportReason,
          note: text(0, lengths.reportNote).default(''),
        })
        .refine(({ token, wid }) => (token === undefined) !== (wid === undefined), 'needs a token or a wid'),
    codes: ['not_found', 'link_ended'],
    custom: true,
  }),
  announcements: defineCall({
    method: 'GET',
    path: '/api/announcement',
    summary: 'What the people who run this server announce now',
    auth: 'opt',
    data: () => getList(Announcement),
    custom: true,
  }),
  sendFeedback: defineCall({
    method: 'POST',
    path: '/api/feedback',
    summary: 'Tell the people who run this server something',
    auth: 'opt',
    body: () =>
      z.object({
        content: text(1, lengths.feedback),
        kind: text(0, 40).optional(),
        page: text(0, 200).optional(),
        email: Email.or(z.literal('')).optional(),
      }),
    data: () => z.object({ id: Id }),
  }),
  log: defineCall({
    method: 'POST',
    path: '/api/tools/log',
    summary: 'Tell the server what went wrong in the client',
    auth: 'opt',
    body: () =>
      z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), log: textOfBytes(lengths.logBytes) }),
  }),
  settings: defineCall({
    method: 'GET',
    path: '/api/user/settings',
    summary: "The client's own settings as a JSON text",
    auth: 'user',
    data: () => Settings,
    custom: true,
  }),
  setSettings: defineCall({
    method: 'POST',
    path: '/api/user/settings',
    summary: "Keep the client's own settings",
    auth: 'user',
    body: () => Settings,
    data: () => Settings,
    custom: true,
  }),
  sessions: defineCall({
    method: 'GET',
    path: '/api/user/session',
    summary: 'Where I am signed in',
    auth: 'user',
    data: () => getList(Session),
    custom: true,
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/api/user/session',
    summary: 'End one session, or all others',
    auth: 'user',
    query: () => z.object({ id: Id.optional() }),
    codes: ['not_found'],
    custom: true,
  }),
  startExport: defineCall({
    method: 'POST',
    path: '/api/user/export',
    summary: 'Gather everything of mine into one file',
    auth: 'full',
    data: () => z.object({ state: z.enum(['none', 'working', 'ready', 'failed']) }),
    custom: true,
  }),
  exportState: defineCall({
    method: 'GET',
    path: '/api/user/export',
    summary: 'Progress of the export, and its URL',
    auth: 'full',
    data: () =>
      z.object({
        state: z.enum(['none', 'working', 'ready', 'failed']),
        url: z.string().optional(),
        expiresAt: Time.optional(),
      }),
    custom: true,
  }),
  notices: defineCall({
    method: 'GET',
    path: '/api/notify',
    summary: 'My notices, newest first',
    auth: 'user',
    query: () => z.object(paging),
    data: () => getList(Notification).extend(Unread.shape),
    custom: true,
  }),
  readNotices: defineCall({
    method: 'POST',
    path: '/api/notify/read',
    summary: 'Mark notices as read, all of them without ids',
    auth: 'user',
    body: () => z.object({ ids: z.array(Id).max(1000).optional() }),
    data: () => Unread,
    custom: true,
  }),
}
