import type { Selectable } from 'kysely'
import type { App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { AuditTable } from '../../db/tables/audit.ts'
import type { Cleanup } from '../../jobs/worker.ts'

const TTL_MS = 400 * 86_400_000
const AT_ONCE = 500

type Row = Selectable<AuditTable>

/**
 * HMAC over the row, its position and the previous seal: it cannot be computed without the server's key.
 */
function getSeal(app: App, before: string, row: Row, seq: number): string {
  const { at, event, actor, subject, wid, device, place, data } = row
  const announced = JSON.stringify([seq, row.id, at, event, actor, subject, wid, device, place, data])
  return app.cipher.derive('audit seal', `${before}\n${announced}`).toString('base64url')
}

/**
 * Seals new rows, verifies the chain and deletes rows that are too old. Done periodically rather than at
 * insert, because one chain through all sign-ins would serialize them.
 */
export const cleanUpAudit: Cleanup = async (app) => {
  await sealAudit(app)
  const broken = await findBrokenSeal(app)
  if (broken !== null)
    app.log.error('the audit does not fit its seals: rows were changed or removed, or SECRET is another', {
      count: broken,
    })
  await deleteOld(app)
}

/** Seals the rows that have no seal yet. */
export async function sealAudit(app: App): Promise<void> {
  while ((await app.db.transaction((tx) => signNext(app, tx))) === AT_ONCE);
}

/** Deletes from the start of the chain up to the first row that is young enough, so that it has no gap. */
async function deleteOld({ db, clock }: App): Promise<void> {
  const stored = await db.sql
    .selectFrom('audit')
    .select(({ fn }) => fn.min('seq').as('seq'))
    .where('at', '>=', clock.now() - TTL_MS)
    .executeTakeFirst()
  let query = db.sql.deleteFrom('audit').where('at', '<', clock.now() - TTL_MS)
  if (stored?.seq) query = query.where('seq', '<', stored.seq)
  await query.execute()
}

async function signNext(app: App, tx: Tx): Promise<number> {
  const last = await tx
    .selectFrom('audit')
    .select(['seq', 'seal'])
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = await tx
    .selectFrom('audit')
    .selectAll()
    .where('seq', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  let [seq, cipher] = [last?.seq ?? 0, last?.seal ?? '']
  for (const row of rows) {
    seq += 1
    cipher = getSeal(app, cipher, row, seq)
    await tx.updateTable('audit').set({ seq, seal: cipher }).where('id', '=', row.id).execute()
  }
  return rows.length
}

/** The first position that was tampered with; null: none. The oldest remaining row is the anchor. */
export async function findBrokenSeal(app: App): Promise<number | null> {
  let before: Row | undefined
  for (;;) {
    const rows = await listSealedAfter(app.db.sql, before?.seq ?? 0)
    for (const row of rows) {
      const seq = row.seq ?? 0
      const follows = before === undefined ? seq : (before.seq ?? 0) + 1
      const hangs = before === undefined && seq > 1
      if (seq !== follows || (!hangs && row.seal !== getSeal(app, before?.seal ?? '', row, seq))) return seq
      before = row
    }
    if (rows.length < AT_ONCE) return null
  }
}

const listSealedAfter = (sql: Sql, seq: number): Promise<Row[]> =>
  sql.selectFrom('audit').selectAll().where('seq', '>', seq).orderBy('seq').limit(AT_ONCE).execute()
