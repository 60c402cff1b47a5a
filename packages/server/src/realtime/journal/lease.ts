import type { Database, Tx } from '../../db/database.ts'
import { DatabaseUnavailable, StartRefused } from '../../db/database-errors.ts'
import type { BoardRow, NodeRow } from '../../db/tables/journal.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { nextChain } from './journal-chain.ts'
import { holdBoard, type ExclusiveLease } from './exclusive-lease.ts'
import { realtimeLimits } from '../realtime-limits.ts'

export type Board = Omit<BoardRow, 'owner'>

/**
 * Decides which process owns the room of a space. A live node keeps its leases; every taking raises the
 * fence, which every append carries, so that an owner wrongly taken for dead cannot do harm. Clocks decide
 * how soon a room moves, never whether an edit is safe.
 */
export interface Leases {
  /** This process's row in the list of nodes. */
  readonly node: string
  /** Tells the other processes where to reach this one. */
  setUrl(url: string): Promise<void>
  /** The live process that owns a board, if it is another one. */
  findOtherOwner(wid: string): Promise<BoardOwner | null>
  /** The live processes that own these boards, by board. */
  listOwners(wids: readonly string[]): Promise<ReadonlyMap<string, BoardOwner>>
  /** The other live processes that can be reached. */
  listOthers(): Promise<readonly BoardOwner[]>
  /** Ends the leases of a node whose process is known to be gone. */
  expire(node: string): Promise<void>
  /** Takes a board's lease, creating its row if needed; `elsewhere` while another live node has it. */
  take(wid: string, newEpoch: string): Promise<Board | 'elsewhere' | 'missing'>
  /** Gives back one board whose room has closed; without effect once it was taken again, here or elsewhere. */
  releaseBoard(board: Pick<Board, 'wid' | 'fence'>): Promise<void>
  /** Takes the lease from any holder and prevents rooms from opening; null without a board. */
  hold(wid: string, newEpoch: string): Promise<ExclusiveLease | null>
  /** False after the time to renew has passed, until a renewal succeeds. */
  isHeld(): boolean
  /** Releases all leases, so that another process can continue at once. */
  release(): Promise<void>
}

export interface BoardOwner {
  readonly node: string
  /** Empty: it cannot be reached. */
  readonly url: string
}

export interface LeaseOptions {
  readonly db: Database
  readonly clock: Clock
  /** A random id for this start of the process. */
  readonly newId: () => string
  /**
   * A name that survives restarts and is unique among live processes; null: none. Previous holders of the
   * name are dead.
   */
  readonly name: string | null
  /** Derived from this process's secret. Live processes with another one prevent the start. */
  readonly secretCheck: string
  /** No other process can exist (SQLite's directory lock): every listed node is dead. */
  readonly alone: boolean
  /** The lease could not be renewed in time; the rooms must close. */
  readonly onLost: () => void
  /** The other processes took this one for dead, and it is live again, possibly as another node. */
  readonly onRegained?: () => void
}

export async function startLeases(options: LeaseOptions): Promise<Leases> {
  const { db, clock, newId, name, secretCheck: secret_check, alone, onLost, onRegained } = options
  let node = newId()
  let url = ''
  let stopped = false
  let cancelRenewal: () => void = () => undefined
  let cancelLoss: () => void = () => undefined

  const aliveUntil = (): number => clock.now() + realtimeLimits.leaseFor
  /** Renewal waits at most until the lease expires, since others may then take the boards. */
  const watchUntil = (safeUntil: number): void => {
    cancelLoss()
    heldUntil = safeUntil
    if (alone || stopped) return
    cancelLoss = clock.after(Math.max(0, safeUntil - clock.now()), () => void whenExpired(safeUntil))
  }
  const whenExpired = async (safeUntil: number): Promise<void> => {
    // The process itself stood still, not the database: its renewal has just been sent. The boards that others have
    // taken meanwhile are recognised by their fences.
    if (clock.now() - safeUntil > realtimeLimits.leaseStandstill)
      await Promise.race([renewal, clock.sleep(realtimeLimits.leaseRenewEvery)])
    if (!stopped && clock.now() >= heldUntil) onLost()
  }

  let heldUntil = 0
  let renewal = Promise.resolve()

  const safeUntil = aliveUntil()
  if (alone) await db.sql.deleteFrom('nodes').execute()
  await register(db, { id: node, name: name ?? '', alive_until: safeUntil, url, secret_check })
  await checkSecrets(db, clock.now(), { id: node, secret_check })
  watchUntil(safeUntil)

  const renew = async (): Promise<void> => {
    const alive_until = aliveUntil()
    try {
      const mine = db.sql.updateTable('nodes').set({ alive_until }).where('id', '=', node)
      const { numUpdatedRows } = await mine.executeTakeFirstOrThrow()
      // A renewal may end after the release, which deleted the row.
      if (stopped) return
      const isOther = numUpdatedRows === 0n
      const isRegained = isOther || clock.now() >= heldUntil
      if (isOther) {
        // Another process uses this name, for example on a copy of the data folder: this process continues
        // without a name.
        onLost()
        node = newId()
        await register(db, { id: node, name: '', alive_until, url, secret_check })
      }
      watchUntil(alive_until)
      if (isRegained) onRegained?.()
    } catch {
      // The database is away; appends fail as well and say so. Only the time that runs out matters here.
    }
    if (!stopped) schedule()
  }
  const schedule = (): void => {
    cancelRenewal = clock.after(realtimeLimits.leaseRenewEvery, () => {
      renewal = renew()
    })
  }
  schedule()

  return {
    get node() {
      return node
    },
    async setUrl(known) {
      url = known
      await db.sql.updateTable('nodes').set({ url }).where('id', '=', node).execute()
    },
    async findOtherOwner(wid) {
      if (alone) return null
      const owner = (await listOwners(db, clock.now(), [wid])).get(wid)
      return owner && owner.node !== node ? owner : null
    },
    listOwners: (wids) => listOwners(db, clock.now(), wids),
    async listOthers() {
      const rows = await db.sql
        .selectFrom('nodes')
        .select(['id', 'url'])
        .where('alive_until', '>', clock.now())
        .where('id', '!=', node)
        .where('url', '!=', '')
        .orderBy('id')
        .execute()
      return rows.map(({ id, url: at }) => ({ node: id, url: at }))
    },
    async expire(other) {
      await db.sql.updateTable('nodes').set({ alive_until: 0 }).where('id', '=', other).execute()
    },
    isHeld: () => !stopped && (alone || clock.now() < heldUntil),
    take: (wid, newEpoch) => takeBoard(options, node, wid, newEpoch),
    async releaseBoard({ wid, fence }) {
      const free = db.sql.updateTable('boards').set({ owner: '' })
      await free.where('wid', '=', wid).where('owner', '=', node).where('fence', '=', fence).execute()
    },
    hold: (wid, newEpoch) => holdBoard({ db, clock, name: name ?? '' }, wid, newEpoch),
    async release() {
      stopped = true
      cancelRenewal()
      cancelLoss()
      const leave = db.sql.deleteFrom('nodes').where('id', '=', node).execute()
      await leave.catch((error: unknown) => {
        // The database is unreachable, so the lease has to expire.
        if (!(error instanceof DatabaseUnavailable)) throw error
      })
    },
  }
}

async function listOwners(
  db: Database,
  now: number,
  wids: readonly string[],
): Promise<ReadonlyMap<string, BoardOwner>> {
  const rows = await db.sql
    .selectFrom('boards')
    .innerJoin('nodes', 'nodes.id', 'boards.owner')
    .select(['boards.wid', 'nodes.id', 'nodes.url'])
    .where('boards.wid', 'in', wids)
    .where('nodes.alive_until', '>', now)
    .execute()
  return new Map(rows.map(({ wid, id, url }) => [wid, { node: id, url }]))
}

/** Rows of dead processes are deleted after a day. */
const FORGET_MS = 86_400_000

/**
 * Releases the boards of previous holders of the name: a lease is valid only while its node's row exists.
 */
async function register(db: Database, row: NodeRow): Promise<void> {
  await db.transaction(async (tx) => {
    if (row.name !== '') await tx.deleteFrom('nodes').where('name', '=', row.name).execute()
    await tx
      .deleteFrom('nodes')
      .where('alive_until', '<', row.alive_until - FORGET_MS)
      .execute()
    await tx.insertInto('nodes').values(row).execute()
  })
}

/** Mailed codes and signed URLs of one process would fail at another one with a different secret; an empty check is unknown. */
async function checkSecrets(
  db: Database,
  now: number,
  { id, secret_check }: Pick<NodeRow, 'id' | 'secret_check'>,
): Promise<void> {
  if (secret_check === '') return
  const other = await db.sql
    .selectFrom('nodes')
    .select('id')
    .where('alive_until', '>', now)
    .where('secret_check', 'not in', ['', secret_check])
    .executeTakeFirst()
  if (!other) return
  await db.sql.deleteFrom('nodes').where('id', '=', id).execute()
  throw new StartRefused(
    'Another server on this database has a different secret. Set SECRET to the same value for all of them, or copy ' +
      'the file "secret" from the data folder of the first one. After a change of the secret, stop all servers for 10 seconds.',
  )
}

async function takeBoard(
  { db, clock }: LeaseOptions,
  node: string,
  wid: string,
  newEpoch: string,
): Promise<Board | 'elsewhere' | 'missing'> {
  return await db.transaction(async (tx) => {
    const space = await tx.selectFrom('spaces').select('wid').where('wid', '=', wid).executeTakeFirst()
    if (!space) return 'missing'
    await tx
      .insertInto('boards')
      .values({ wid, epoch: newEpoch, head: 0, chain: '', fence: 0, owner: '', checkpoint: 0 })
      .onConflict((conflict) => conflict.column('wid').doNothing())
      .execute()
    const taken = await tx
      .updateTable('boards')
      .set((eb) => ({ fence: eb('fence', '+', 1), owner: node }))
      .where('wid', '=', wid)
      .where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('owner', '=', node),
          not(
            exists(
              selectFrom('nodes')
                .select('id')
                .whereRef('nodes.id', '=', 'boards.owner')
                .where('alive_until', '>', clock.now()),
            ),
          ),
        ]),
      )
      .returning(['wid', 'epoch', 'head', 'chain', 'fence', 'checkpoint'])
      .executeTakeFirst()
    if (!taken) return 'elsewhere'
    return taken.chain === '' ? await beginChain(tx, taken, newEpoch) : taken
  })
}

/** The first chain hash of a board is random, since it stands for all edits before it. */
async function beginChain(tx: Tx, board: Board, random: string): Promise<Board> {
  const { wid, head } = board
  const chain = nextChain(random, head, new Uint8Array())
  await tx.updateTable('boards').set({ chain }).where('wid', '=', wid).execute()
  await tx.updateTable('journal').set({ chain }).where('wid', '=', wid).where('seq', '=', head).execute()
  return { ...board, chain }
}
