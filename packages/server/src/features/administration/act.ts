import type { AdminCalls } from '@tavla/contract/admin'
import type { Actor, App, Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { withTrustEnd, type EndTrust, requireSession } from '../account/index.ts'
import { audit } from '../audit/index.ts'

export type Admin = AdminCalls['admin']
export type AdminContext<Name extends keyof Admin> = Context<Admin[Name]>

/** Who administers, from where. */
export interface AdminVisit {
  readonly app: App
  readonly actor: Actor
  readonly address: string
  readonly agent: string
}

/** The operator at the command line, who can read the database and so needs no session. */
interface CommandLineVisit {
  readonly app: App
  readonly actor: null
  readonly isCommandLine: true
  readonly address: ''
  readonly agent: ''
}

export const createCommandLineVisit = (app: App): CommandLineVisit => ({
  app,
  actor: null,
  isCommandLine: true,
  address: '',
  agent: '',
})

/** From where administration is done. */
export type AdminOrigin = AdminVisit | CommandLineVisit

/** Whom or what an act is about; other details are ids, choices and figures, never what somebody typed. */
export interface About {
  readonly subject?: string
  readonly wid?: string
  readonly [detail: string]: string | number | boolean | null | undefined
}

/** Does something in one transaction with its entry in the audit log: both are kept, or neither. */
export async function act<T>(
  visit: AdminOrigin,
  name: keyof Admin,
  about: About,
  run: (tx: Tx, endTrust: EndTrust) => Promise<T>,
): Promise<T> {
  return withTrustEnd(visit.app, async (tx, endTrust) => {
    if (visit.actor !== null) await requireSession(tx, visit.actor)
    // Before the act, which may end the account that the entry is about.
    await writeEntry(visit, tx, name, about)
    return run(tx, endTrust)
  })
}

/** Notes that somebody looked. */
export async function noteRead(visit: AdminOrigin, name: keyof Admin, about: About): Promise<void> {
  await visit.app.db.transaction((tx) => writeEntry(visit, tx, name, about))
}

async function writeEntry(visit: AdminOrigin, tx: Tx, name: keyof Admin, about: About): Promise<void> {
  const { subject = null, wid, ...details } = about
  await audit(visit, tx, {
    event: `admin.${name}`,
    subject,
    ...(wid === undefined ? {} : { wid }),
    ...details,
  })
}
