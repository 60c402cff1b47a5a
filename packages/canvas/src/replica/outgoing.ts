import { encodeEdit, splitEditId } from '../document/codec.ts'
import type { Edit } from '../document/change.ts'
import type { SchemaVersions } from '../document/migrate.ts'
import type { Core } from './core.ts'
import { openRefs, type Pending, withNumbers, withoutRef } from './pending.ts'
import type { Outbox, ReplicaClock, RoomLink } from './ports.ts'

/** Brings edits to the outbox, then to the server, in order; again after every reconnect until each is answered. */
export class Outgoing {
  private readonly core: Core
  private readonly outbox: Outbox
  private readonly link: RoomLink
  private readonly schema: SchemaVersions
  private readonly onProgress: () => void
  private readonly clock: ReplicaClock
  /** Made and shown, not yet in the outbox. */
  private readonly waiting: Pending[] = []
  private callOff: (() => void) | undefined
  private isConnected = false
  /** Edits of an earlier life still have to be migrated: nothing may overtake them. */
  private pauses = 0

  constructor(
    core: Core,
    outbox: Outbox,
    link: RoomLink,
    clock: ReplicaClock,
    schema: SchemaVersions,
    onProgress: () => void,
  ) {
    this.clock = clock
    this.core = core
    this.outbox = outbox
    this.link = link
    this.schema = schema
    this.onProgress = onProgress
  }

  get connected(): boolean {
    return this.isConnected
  }

  /** Large moves are handed over one edit a turn, after what is on screen: together they would take longer than a frame. */
  write(pending: Pending): void {
    if (this.waiting.length === 0 && !isLargeMove(pending)) void this.keep(pending)
    else {
      this.waiting.push(pending)
      this.callOff ??= this.clock.after(0, () => this.writeNext())
    }
    this.onProgress()
  }

  /** Hands over at once what waits for its turn: the page may be gone soon. */
  hurry(): void {
    this.callOff?.()
    this.callOff = undefined
    for (const pending of this.waiting.splice(0)) void this.keep(pending)
  }

  connect(): void {
    this.isConnected = true
    for (const pending of this.core.pending.all) if (pending.stage === 'sent') pending.stage = 'ready'
    this.flush()
  }

  disconnect(): void {
    this.isConnected = false
    this.onProgress()
  }

  /** Nothing is sent until as many pauses have ended as were begun. */
  pause(): void {
    this.pauses += 1
  }

  resume(): void {
    this.pauses -= 1
    this.flush()
  }

  /**
   * Sends what may be sent. An edit that must wait holds back those of its tab, so that none overtakes another; what
   * another page left behind goes its own way.
   */
  flush(): void {
    const held = new Set<string | undefined>()
    for (const pending of this.isConnected && this.pauses === 0 ? this.core.pending.unanswered : []) {
      if (pending.stage === 'sent') continue
      const tab = splitEditId(pending.edit.id)?.tab
      if (held.has(tab)) continue
      const edit = this.onWire(pending)
      if (pending.stage === 'writing' || openRefs(edit).size > 0) {
        held.add(tab)
        continue
      }
      if (!this.link.sendEdit(encodeEdit(edit, this.core.pending.settledBefore(pending)))) {
        this.isConnected = false
        break
      }
      pending.stage = 'sent'
    }
    this.onProgress()
  }

  /** The server has answered; what named the edit by its id can be kept by its number. */
  answered(pending: Pending): void {
    for (const other of this.core.pending.unanswered) if (other.namesIds) void this.store(other)
    this.outbox.remove([pending.edit.id]).catch(() => {
      // What stays in the outbox is sent again one day, and answered as what it is: taken long ago.
    })
    this.flush()
  }

  /** Names earlier edits by their numbers; what names one that nobody knows any more has lost its ground. */
  private onWire({ edit }: Pending): Edit {
    const numbered = withNumbers(edit, (id) => this.core.numberOf(id))
    let known = numbered
    for (const id of openRefs(numbered)) if (!this.core.pending.find(id)) known = withoutRef(known, id)
    return known
  }

  private writeNext(): void {
    this.callOff = undefined
    const next = this.waiting.shift()
    if (next) void this.keep(next)
    if (this.waiting.length > 0) this.callOff = this.clock.after(0, () => this.writeNext())
  }

  private async store(pending: Pending): Promise<void> {
    const edit = this.onWire(pending)
    pending.namesIds = openRefs(edit).size > 0
    try {
      await this.outbox.add({ edit, schema: this.schema })
    } catch {
      // A full or forbidden disk must not keep work from the server, which is the safer place anyway.
    }
  }

  private async keep(pending: Pending): Promise<void> {
    await this.store(pending)
    if (pending.stage === 'writing') pending.stage = 'ready'
    this.flush()
  }
}

/** More ids than this in one edit are felt when they are copied. */
const MANY_IDS = 1_000

function isLargeMove({ edit }: Pending): boolean {
  let ids = 0
  for (const change of edit.changes) if (change.op === 'translate') ids += change.ids.length
  return ids > MANY_IDS
}
