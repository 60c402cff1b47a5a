import type { Calls } from '@tavla/contract'
import type { Call } from '@tavla/contract'
import type { Context, Handler, Handlers } from '../../context.ts'
import { getServerSettings, setServerSettings } from '../server-settings/index.ts'
import {
  beginTotp,
  confirmTotp,
  getAdministrator,
  login,
  logout,
  prove,
  removeTotp,
  renewRecovery,
} from './admin-sign-in.ts'
import { act, type Admin, type AdminVisit, noteRead } from './act.ts'
import {
  listAnnouncements,
  removeAnnouncement,
  setAnnouncement,
  showAnnouncements,
} from './operation/announcements.ts'
import { listAudit, verifyAudit } from './operation/audit-log.ts'
import { showHealth } from './operation/server-health.ts'
import {
  listClientLogs,
  listFeedback,
  listReports,
  setFeedback,
  setReport,
} from './operation/feedback-inbox.ts'
import { listJobs, removeJob, retryJob } from './operation/jobs.ts'
import { report } from './operation/report.ts'
import { testEmail } from './operation/test-email.ts'
import { showVersion } from './operation/version.ts'
import { invitePeople, listInvitations, withdrawInvitation } from './people/invitations.ts'
import { listPeople } from './people/list-people.ts'
import { merge, previewMerge } from './people/merge.ts'
import {
  changeEmail,
  lift,
  sendReset,
  setAdministrator,
  signOutEverywhere,
  suspend,
} from './people/person-acts.ts'
import { showPerson } from './people/person.ts'
import { removePerson } from './people/remove-person.ts'
import { listPaymentEvents, listPayments, listPrices, listSubscriptions } from './plans/lists.ts'
import { grantPlan, replayEvent } from './plans/plan-acts.ts'
import { listSpaces, listStorage } from './spaces/list-all-spaces.ts'
import { grantClaim, removeSpace, restoreSpace, transferSpace } from './spaces/space-acts.ts'
import { showSpace } from './spaces/space.ts'

/** A call that only reads: that somebody looked is noted before they are shown anything. */
function reads<Name extends keyof Admin>(name: Name, handler: Handler<Admin[Name]>): Handler<Admin[Name]> {
  return async (ctx, request) => {
    const query = (request.query ?? {}) as {
      readonly uid?: string
      readonly wid?: string
      readonly from?: string
    }
    const subject = query.uid ?? (name === 'previewMerge' ? query.from : undefined)
    const about = {
      ...(subject === undefined ? {} : { subject }),
      ...(query.wid === undefined || query.wid === '' ? {} : { wid: query.wid }),
    }
    await noteRead(ctx as Context<Call> as unknown as AdminVisit, name, about)
    return handler(ctx, request)
  }
}

/** What an administrator may do. Every one of them leaves an entry in the audit log. */
export const admin = {
  login: (ctx, { body }) => login(ctx, body),
  logout: (ctx) => logout(ctx),
  me: reads('me', (ctx) => getAdministrator(ctx)),
  prove: (ctx, { body }) => prove(ctx, body),
  beginTotp: (ctx) => beginTotp(ctx),
  confirmTotp: (ctx, { body }) => confirmTotp(ctx, body.otp),
  renewRecovery: (ctx) => renewRecovery(ctx),
  removeTotp: (ctx) => removeTotp(ctx),

  people: reads('people', (ctx, { query }) => listPeople(ctx, query)),
  person: reads('person', (ctx, { query }) => showPerson(ctx, query.uid)),
  suspend: (ctx, { body }) => suspend(ctx, body.uid),
  lift: (ctx, { body }) => lift(ctx, body.uid),
  signOutEverywhere: (ctx, { body }) => signOutEverywhere(ctx, body.uid),
  sendReset: (ctx, { body }) => sendReset(ctx, body.uid),
  changeEmail: (ctx, { body }) => changeEmail(ctx, body),
  setAdministrator: (ctx, { body }) => setAdministrator(ctx, body),
  removePerson: (ctx, { body }) => removePerson(ctx, body.uid, body.boardsTo),
  previewMerge: reads('previewMerge', (ctx, { query }) => previewMerge(ctx, query)),
  merge: (ctx, { body }) => merge(ctx, body),
  invitePeople: (ctx, { body }) => invitePeople(ctx, body),
  invitations: reads('invitations', (ctx) => listInvitations(ctx)),
  withdrawInvitation: (ctx, { query }) => withdrawInvitation(ctx, query.id),
  settings: reads('settings', ({ app }) => getServerSettings(app.db.sql)),
  async setSettings(ctx, { body }) {
    const about = { changed: Object.keys(body).toSorted().join(' ') }
    const settings = await act(ctx, 'setSettings', about, async (tx) => {
      await setServerSettings(tx, body)
      return getServerSettings(tx)
    })
    if (!settings.voice) ctx.app.voice.disconnectAll()
    return settings
  },

  subscriptions: reads('subscriptions', (ctx, { query }) => listSubscriptions(ctx, query)),
  payments: reads('payments', (ctx, { query }) => listPayments(ctx, query)),
  paymentEvents: reads('paymentEvents', (ctx, { query }) => listPaymentEvents(ctx, query)),
  replayEvent: (ctx, { body }) => replayEvent(ctx, body.id),
  prices: reads('prices', () => Promise.resolve(listPrices())),
  grantPlan: (ctx, { body }) => grantPlan(ctx, body),

  spaces: reads('spaces', (ctx, { query }) => listSpaces(ctx, query)),
  space: reads('space', (ctx, { query }) => showSpace(ctx, query.wid)),
  restoreSpace: (ctx, { body }) => restoreSpace(ctx, body.wid),
  transferSpace: (ctx, { body }) => transferSpace(ctx, body),
  grantClaim: (ctx, { body }) => grantClaim(ctx, body.wid),
  removeSpace: (ctx, { body }) => removeSpace(ctx, body.wid, body.forever),
  storage: reads('storage', (ctx, { query }) => listStorage(ctx, query)),

  health: reads('health', (ctx) => showHealth(ctx)),
  version: reads('version', (ctx) => showVersion(ctx)),
  jobs: reads('jobs', (ctx, { query }) => listJobs(ctx, query)),
  retryJob: (ctx, { body }) => retryJob(ctx, body.id),
  removeJob: (ctx, { query }) => removeJob(ctx, query.id),
  clientLogs: reads('clientLogs', (ctx, { query }) => listClientLogs(ctx, query)),
  feedback: reads('feedback', (ctx, { query }) => listFeedback(ctx, query)),
  setFeedback: (ctx, { body }) => setFeedback(ctx, body.id, body.state),
  reports: reads('reports', (ctx, { query }) => listReports(ctx, query)),
  setReport: (ctx, { body }) => setReport(ctx, body.id, body.state),
  announcements: reads('announcements', (ctx) => listAnnouncements(ctx)),
  setAnnouncement: (ctx, { body }) => setAnnouncement(ctx, body),
  removeAnnouncement: (ctx, { query }) => removeAnnouncement(ctx, query.id),
  testEmail: (ctx) => testEmail(ctx),
  auditLog: reads('auditLog', (ctx, { query }) => listAudit(ctx, query)),
  verifyAudit: reads('verifyAudit', ({ app }) => verifyAudit(app)),
} satisfies Handlers<Admin>

export const user = {
  report: (ctx, { body }) => report(ctx, body),
  announcements: (ctx) => showAnnouncements(ctx),
} satisfies Handlers<Pick<Calls['user'], 'report' | 'announcements'>>
