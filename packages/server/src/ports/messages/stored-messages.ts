import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../clock/port.ts'
import { NodeMessage, type NodeMessages, type WakeUp } from './port.ts'

/** How often messages are read without being woken, ms. */
const READ_EVERY_MS = 1_000
/** Messages are deleted after this time; who could not read for half of it may have missed some. */
const KEEP_MS = 5 * 60_000
const DELETE_EVERY_MS = 60_000
/**
 * Ids are given before their transactions commit, so a lower one may appear after a higher one: ids are read again
 * for this long.
 */
const LATE_MS = 10_000
const ROWS_PER_READ = 1_000
/** Messages in one row, and those that wait while the database is away. */
const PER_ROW = 200
const MOST_WAITING = 10_000

export interface StoredMessagesOptions {
  readonly db: Database
  readonly clock: Clock
  /** A random id of this process. */
  readonly node: string
  /** Null: only the interval. */
  readonly wakeUp: WakeUp | null
  readonly onError: (error: unknown) => void
}

/** Stores messages in a table that all processes read, so that what wakes them may get lost. */
export async function openStoredMessages(options: StoredMessagesOptions): Promise<NodeMessages> {
  const { db, clock, node, wakeUp, onError } = options
  const receivers: ((message: NodeMessage) => void)[] = []
  const missed: (() => void)[] = []
  const waiting: NodeMessage[] = []
  const window = new ReadWindow(await readNewestId(db))
  let readAt = clock.now()
  let deletedAt = clock.now()
  let isClosed = false
  let isWoken = false
  let writing: Promise<void> | null = null
  let reading: Promise<void> | null = null
  let cancel = (): void => undefined

  /** Everything that waits goes in one row after the other; at a failure it stays. */
  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, PER_ROW)
      const row = { node, sent_at: clock.now(), body: JSON.stringify(some) }
      const store = { query: db.sql.insertInto('node_messages').values(row) }
      const wake = wakeUp?.statement
      await db.batch(wake ? [store, { query: { compile: () => sql.raw(wake).compile(db.sql) } }] : [store])
      waiting.splice(0, some.length)
      wakeUp?.send()
    }
  }
  function flush(): Promise<void> {
    return (writing ??= write()
      .then(
        () => true,
        (error: unknown) => (onError(error), false),
      )
      .then((isWritten) => {
        writing = null
        // Published while the last row was being written.
        return isWritten && waiting.length > 0 ? flush() : undefined
      }))
  }

  async function read(): Promise<void> {
    for (;;) {
      const rows = await db.sql
        .selectFrom('node_messages')
        .select(['id', 'node', 'body'])
        .where('id', '>', window.floor)
        .orderBy('id')
        .limit(ROWS_PER_READ)
        .execute()
      const now = clock.now()
      for (const { id, body, node: sender } of rows) {
        if (!window.isNew(id, now) || sender === node) continue
        for (const message of parse(body, id, onError)) for (const receive of receivers) receive(message)
      }
      window.advance(now)
      if (rows.length < ROWS_PER_READ) break
      window.skipTo(rows.at(-1)?.id ?? 0)
    }
    const now = clock.now()
    if (now - readAt > KEEP_MS / 2) for (const act of missed) act()
    readAt = now
    if (now - deletedAt < DELETE_EVERY_MS) return
    deletedAt = now
    await db.sql
      .deleteFrom('node_messages')
      .where('sent_at', '<', now - KEEP_MS)
      .execute()
  }
  function look(): void {
    cancel()
    if (isClosed) return
    isWoken = reading !== null
    if (isWoken) return
    reading = read()
      .catch(onError)
      .then(() => void (waiting.length > 0 && flush()))
      .finally(() => {
        reading = null
        if (isWoken) look()
        else if (!isClosed) cancel = clock.after(READ_EVERY_MS, look)
      })
  }
  wakeUp?.onWake(look)
  look()

  return {
    publish(message) {
      if (isClosed || waiting.length >= MOST_WAITING) return
      waiting.push(message)
      void flush()
    },
    subscribe: (receive) => void receivers.push(receive),
    onMissed: (act) => void missed.push(act),
    async close() {
      await flush()
      isClosed = true
      cancel()
      await reading
      await wakeUp?.close()
    },
  }
}

async function readNewestId(db: Database): Promise<number> {
  const row = await db.sql
    .selectFrom('node_messages')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** Newer versions send kinds that this one does not know. */
function parse(body: string, id: number, onError: (error: unknown) => void): NodeMessage[] {
  try {
    const all: unknown = JSON.parse(body)
    if (!Array.isArray(all)) return []
    return all.flatMap((one: unknown) => NodeMessage.safeParse(one).data ?? [])
  } catch (error) {
    onError(new Error(`Message ${id} of another process cannot be read`, { cause: error }))
    return []
  }
}

/** Ids that were read; those below `floor` are settled. */
class ReadWindow {
  floor: number
  /** When each id above the floor was read, in the order of reading. */
  readonly #readAt = new Map<number, number>()

  constructor(floor: number) {
    this.floor = floor
  }

  isNew(id: number, now: number): boolean {
    if (this.#readAt.has(id)) return false
    this.#readAt.set(id, now)
    return true
  }

  advance(now: number): void {
    for (const [id, at] of this.#readAt) {
      if (now - at < LATE_MS) break
      this.#readAt.delete(id)
      this.floor = Math.max(this.floor, id)
    }
    for (const id of this.#readAt.keys()) if (id <= this.floor) this.#readAt.delete(id)
  }

  /** So many at once that waiting for late ones would mean reading the same ones again and again. */
  skipTo(id: number): void {
    this.floor = Math.max(this.floor, id)
    for (const known of this.#readAt.keys()) if (known <= id) this.#readAt.delete(known)
  }
}
