import type { App } from '../../context.ts'
import { Refused } from '../../refusals.ts'
import { findAccount, findAccountByEmail, foldEmail } from '../account/index.ts'
import { createCommandLineVisit, noteRead } from './act.ts'
import { verifyAudit } from './operation/audit-log.ts'
import { enqueueEndedSessions } from './operation/ended-sessions.ts'
import { readOperation } from './operation/server-health.ts'
import { listPeople } from './people/list-people.ts'
import { createResetUrl, setAdministrator, suspend } from './people/person-acts.ts'
import type { AdminPerson } from '@tavla/contract/admin'
import type { z } from 'zod'

export interface CommandResult {
  /** For people. */
  readonly lines: readonly string[]
  /** For `--json`. */
  readonly data: unknown
  /** False: the command ran and found a problem. */
  readonly isOk: boolean
}

interface ListOptions {
  readonly search: string
  readonly limit: number
}

type Person = z.input<typeof AdminPerson>

const getLine = ({ uid, name, email, kind, role, suspendedAt }: Person): string =>
  [uid, email ?? '-', name, role === 'administrator' ? role : kind, suspendedAt === null ? '' : 'suspended']
    .filter((cell) => cell !== '')
    .join('\t')

/** What administrators do, for an operator without a browser: through the same functions as the calls, and audited alike. */
export function administrationCommands(server: App) {
  const ended: string[] = []
  const push = { ...server.push, sessionsEnded: (ids: readonly string[]) => void ended.push(...ids) }
  const app: App = { ...server, push }
  const visit = createCommandLineVisit(app)

  async function findUid(person: string): Promise<string> {
    const { sql } = app.db
    const account = person.includes('@')
      ? await findAccountByEmail(sql, foldEmail(person))
      : await findAccount(sql, person)
    if (!account) throw new Refused('not_found')
    return account.uid
  }

  return {
    async listUsers({ search, limit }: ListOptions): Promise<CommandResult> {
      await noteRead(visit, 'people', {})
      const data = await listPeople({ app }, { key: search, sort: 'created', desc: true, limit })
      return { lines: data.list.map(getLine), data, isOk: true }
    },
    async suspend(person: string): Promise<CommandResult> {
      const data = await suspend(visit, await findUid(person))
      await enqueueEndedSessions(app, ended)
      return { lines: [getLine(data)], data, isOk: true }
    },
    async makeAdministrator(person: string): Promise<CommandResult> {
      const data = await setAdministrator(visit, { uid: await findUid(person), role: 'administrator' })
      return { lines: [getLine(data)], data, isOk: true }
    },
    async createResetLink(person: string): Promise<CommandResult> {
      const url = await createResetUrl(visit, await findUid(person))
      return { lines: [url], data: { url }, isOk: true }
    },
    async verifyAudit(): Promise<CommandResult> {
      await noteRead(visit, 'verifyAudit', {})
      const data = await verifyAudit(app)
      const line =
        data.broken === null
          ? `The audit log is whole: ${data.rows} entries.`
          : `The audit log was changed or cut at entry ${data.broken}.`
      return { lines: [line], data, isOk: data.broken === null }
    },
    async showStats(): Promise<CommandResult> {
      await noteRead(visit, 'health', {})
      const data = await readOperation(app)
      return { lines: Object.entries(data).map(([name, value]) => `${name}\t${value}`), data, isOk: true }
    },
  }
}
