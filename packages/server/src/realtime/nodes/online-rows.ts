import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type { NodeMessages } from '../../ports/messages/port.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { createThrottled } from '../socket/throttled.ts'

/** Who has a space open and who is in its voice room, one entry per tab. */
const Presence = z.object({
  people: z.array(z.object({ uid: z.string(), page: z.string().nullable() })),
  voice: z.array(z.string()),
})
export type Presence = z.infer<typeof Presence>

export interface OnlineRowsOptions {
  readonly db: Database
  readonly clock: Clock
  /** True if no other process can use this database: nothing is stored. */
  readonly alone: boolean
  /** This process's row in the list of nodes; another one after it was lost. */
  readonly getNode: () => string
  readonly messages: NodeMessages
  readonly getLocal: (wid: string) => Presence
  /** Another process's people of a space have changed. */
  readonly onRemoteChange: (wid: string) => void
  readonly onError: (message: string, error: unknown) => void
}

interface Row {
  readonly throttled: ReturnType<typeof createThrottled>
  /** As stored; null: unknown, empty: no row. */
  stored: string | null
}

/** Spaces selected in one statement. */
const perStatement = 500

/** Shares who is where among the processes of a database; a process writes its own people, once a second at most. */
export class OnlineRows {
  readonly #options: OnlineRowsOptions
  readonly #rows = new Map<string, Row>()
  #cancel: () => void = () => undefined
  #isStopped = false

  constructor(options: OnlineRowsOptions) {
    this.#options = options
    const { alone, messages, onRemoteChange } = options
    if (alone) return
    messages.subscribe((message) => {
      if (message.kind === 'online') onRemoteChange(message.wid)
    })
    this.#scheduleCheck()
  }

  /** People of this process came, left or turned to another page. */
  changed(wid: string): void {
    if (this.#options.alone || this.#isStopped) return
    let row = this.#rows.get(wid)
    if (!row) {
      const { clock, onError } = this.#options
      const throttled = createThrottled({
        clock,
        everyMs: () => realtimeLimits.watchEvery,
        act: () => this.#store(wid),
        failed: (error) => onError('Who is in a space could not be stored', error),
      })
      this.#rows.set(wid, (row = { throttled, stored: '' }))
    }
    row.throttled.schedule()
  }

  /** This process was taken for dead, so the others have deleted its rows, until it was live again. */
  storeAgain(): void {
    for (const row of this.#rows.values()) {
      row.stored = null
      row.throttled.schedule()
    }
  }

  async list(wids: readonly string[]): Promise<ReadonlyMap<string, Presence>> {
    const { alone, getLocal } = this.#options
    const found = new Map(wids.map((wid) => [wid, getLocal(wid)]))
    if (alone) return found
    for (let at = 0; at < wids.length; at += perStatement)
      for (const { wid, people } of await this.#readOthers(wids.slice(at, at + perStatement))) {
        const here = found.get(wid)
        const there = Presence.safeParse(JSON.parse(people)).data
        if (!here || !there) continue
        found.set(wid, {
          people: [...here.people, ...there.people],
          voice: [...new Set([...here.voice, ...there.voice])],
        })
      }
    return found
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    for (const { throttled } of this.#rows.values()) throttled.stop()
  }

  #readOthers(wids: readonly string[]): Promise<{ wid: string; people: string }[]> {
    const { db, clock, getNode } = this.#options
    return db.sql
      .selectFrom('online')
      .innerJoin('nodes', 'nodes.id', 'online.node')
      .select(['online.wid', 'online.people'])
      .where('online.wid', 'in', wids)
      .where('online.node', '!=', getNode())
      .where('nodes.alive_until', '>', clock.now())
      .execute()
  }

  async #store(wid: string): Promise<void> {
    const { db, getLocal, getNode, messages } = this.#options
    const row = this.#rows.get(wid)
    if (!row) return
    const { people, voice } = getLocal(wid)
    const text = people.length + voice.length === 0 ? '' : JSON.stringify({ people, voice })
    if (text !== row.stored) {
      row.stored = null
      const key = { node: getNode(), wid }
      if (text === '')
        await db.sql.deleteFrom('online').where('node', '=', key.node).where('wid', '=', wid).execute()
      else
        await db.sql
          .insertInto('online')
          .values({ ...key, people: text })
          .onConflict((conflict) => conflict.columns(['node', 'wid']).doUpdateSet({ people: text }))
          .execute()
      row.stored = text
      messages.publish({ kind: 'online', wid })
    }
    const now = getLocal(wid)
    if (text === '' && now.people.length + now.voice.length === 0) {
      row.throttled.stop()
      this.#rows.delete(wid)
    }
  }

  #scheduleCheck(): void {
    this.#cancel = this.#options.clock.after(realtimeLimits.leaseRenewEvery, () => {
      const failed = (error: unknown): void =>
        this.#options.onError('People of dead processes could not be deleted', error)
      void this.#check()
        .catch(failed)
        .then(() => {
          if (!this.#isStopped) this.#scheduleCheck()
        })
    })
  }

  /** People of dead processes are gone without anybody having said so; also of those that died before this one began. */
  async #check(): Promise<void> {
    const { db, clock, messages, onRemoteChange } = this.#options
    for (const row of this.#rows.values()) if (row.stored === null) row.throttled.schedule()
    const gone = await db.sql
      .deleteFrom('online')
      .where('node', 'not in', (query) =>
        query.selectFrom('nodes').select('id').where('alive_until', '>', clock.now()),
      )
      .returning('wid')
      .execute()
    for (const wid of new Set(gone.map(({ wid }) => wid))) {
      onRemoteChange(wid)
      messages.publish({ kind: 'online', wid })
    }
  }
}
