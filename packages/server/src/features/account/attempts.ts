import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret } from '../../secrets.ts'

/**
 * Wrong tries of one kind: after `free` within the window each further one is answered only after a growing wait. Never
 * a lock for good, or anyone could lock anyone out.
 */
export interface AttemptRule {
  readonly key: string
  readonly free: number
}

const WINDOW_MS = 15 * 60_000
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000

/** Keys hold no address in the clear. */
export const attemptKey = (kind: string, ...parts: readonly string[]): string =>
  `${kind}:${hashSecret(parts.join('\n'))}`

/** Seconds to wait before the next try; 0: go on. */
export async function waitOf(app: App, rules: readonly AttemptRule[]): Promise<number> {
  const now = app.clock.now()
  const keys = rules.map(({ key }) => key)
  const rows = await app.db.sql
    .selectFrom('attempts')
    .select('blocked_until')
    .where('key', 'in', keys)
    .execute()
  const until = Math.max(now, ...rows.map((row) => row.blocked_until))
  return Math.ceil((until - now) / 1_000)
}

/** Counts a try for each rule. */
export const noteFailure = (app: App, rules: readonly AttemptRule[]): Promise<boolean> =>
  app.db.transaction((tx) => countFailure(app, tx, rules))

/** Counts a wrong try for each rule; true: from now on one has to wait. */
export async function countFailure(app: App, tx: Tx, rules: readonly AttemptRule[]): Promise<boolean> {
  const now = app.clock.now()
  let waits = false
  for (const rule of rules) waits = (await note(tx, rule, now)) || waits
  return waits
}

async function note(tx: Tx, { key, free }: AttemptRule, now: number): Promise<boolean> {
  const before = await tx.selectFrom('attempts').selectAll().where('key', '=', key).executeTakeFirst()
  const fresh = !before || now - Math.max(before.first_at, before.blocked_until) > WINDOW_MS
  const failures = fresh ? 1 : before.failures + 1
  const over = failures - free
  const wait = over < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(over, 10), LONGEST_WAIT_MS)
  const row = { key, failures, first_at: fresh ? now : before.first_at, blocked_until: wait ? now + wait : 0 }
  await tx
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  return wait > 0
}

export async function forgetFailures(app: App, rules: readonly AttemptRule[]): Promise<void> {
  const keys = rules.map(({ key }) => key)
  await app.db.sql.deleteFrom('attempts').where('key', 'in', keys).execute()
}
