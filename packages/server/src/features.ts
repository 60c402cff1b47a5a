import type { AllCalls } from '@tavla/contract/admin'
import type { App, Handlers } from './context.ts'
import * as account from './features/account/index.ts'
import * as administration from './features/administration/index.ts'
import * as archive from './features/data-export/index.ts'
import * as audit from './features/audit/index.ts'
import * as boards from './features/boards/index.ts'
import * as closing from './features/account-deletion/index.ts'
import * as feedback from './features/feedback/index.ts'
import * as files from './features/files/index.ts'
import * as history from './features/history/index.ts'
import * as links from './features/link-previews/index.ts'
import * as live from './features/live/index.ts'
import * as members from './features/members/index.ts'
import * as notices from './features/notifications/index.ts'
import * as payments from './features/payments/index.ts'
import * as spaces from './features/spaces/index.ts'
import * as templates from './features/templates/index.ts'
import * as voice from './features/voice/index.ts'
import type { Locations } from './http/locations.ts'
import type { Jobs, Cleanup } from './jobs/worker.ts'
import type { Access } from './realtime/room-access.ts'

/** The handlers of every call, by group: a call without a handler does not compile. */
export const handlers = {
  auth: account.auth,
  user: {
    ...account.user,
    ...administration.user,
    ...archive.user,
    ...closing.user,
    ...feedback.user,
    ...members.user,
    ...notices.user,
    ...payments.user,
  },
  space: {
    ...spaces.space,
    ...members.space,
    ...voice.space,
    ...live.space,
    ...links.space,
    ...history.space,
    ...templates.space,
  },
  subscription: payments.subscription,
  file: files.file,
  admin: administration.admin,
} satisfies { readonly [Group in keyof AllCalls]: Handlers<AllCalls[Group]> }

export const jobs: Jobs = {
  ...account.accountJobs,
  ...administration.administrationJobs,
  ...boards.boardJobs,
  ...closing.erasureJobs,
  ...members.memberJobs,
  ...files.fileJobs,
  ...notices.notificationJobs,
  ...payments.paymentJobs,
}

export const cleanups: readonly Cleanup[] = [
  account.cleanUpAccounts,
  spaces.cleanUpSpaces,
  boards.reindexBoards,
  closing.cleanUpGuests,
  closing.cleanUpAuthors,
  files.cleanUpFiles,
  feedback.cleanUpFeedback,
  history.cleanUpHistory,
  files.collectUnusedFiles,
  members.cleanUpInvitations,
  notices.cleanUpNotifications,
  notices.checkHistoryLimits,
  payments.reconcile,
  payments.announceEndingPlans,
  audit.cleanUpAudit,
  voice.cleanUpVoice,
  cleanUpAnswers,
]

const ANSWERS_TTL_MS = 86_400_000

async function cleanUpAnswers({ db, clock }: App): Promise<void> {
  await db.sql
    .deleteFrom('answers')
    .where('created_at', '<', clock.now() - ANSWERS_TTL_MS)
    .execute()
}

/** Access checks of the live socket. */
export const liveAccess = (app: App): Access => ({
  redeem: (ticket) => live.redeemTicket(app, ticket),
  getVisitor: (holder) => live.getVisitor(app, holder),
  renewOpenSessions: (sessions) => account.renewOpenSessions(app, sessions),
  listAccess: (wid) => spaces.listAccess(app.db.sql, wid),
  memberships: (uid, wids) => spaces.getMemberships(app.db.sql, uid, wids),
})

/** Authentication and authorization, the same for HTTP and the socket. */
export const guards = (app: App) => ({
  authenticate: (token: string) => account.authenticate(app, token),
  authorize: (uid: string, wid: string) => spaces.authorize(app.db.sql, uid, wid),
})

/** URLs that are not calls: uploads, downloads and photos. */
export const places = (app: App): Locations => ({
  receiveFile: (id, query, bytes) => files.receiveFile(app, id, query, bytes),
  openFile: (id, query) => files.openFile(app, id, query),
  openArchive: (query) => archive.openArchive(app, query),
  photo: (id) => app.files.read(account.photoKey(id)),
  builtInPhoto: (id) => spaces.drawBuiltIn(id),
  templatePreview: (name) => templates.templatePreview(app, name),
  boardThumbnail: (asked) => spaces.openThumbnail(app, asked),
})
