import type { RoomPerson } from '@tavla/contract/realtime'
import type { BoardState, Change } from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import { BoardUnavailable, type SuggestionEvent } from '../../ports/boards/port.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type { Access, AccessSource, Visitor } from '../room-access.ts'
import type { Board } from '../board.ts'
import { Checkpoints } from '../checkpoints/checkpoint.ts'
import { newestCheckpoint, type StoredCheckpoint } from '../checkpoints/checkpoint-rows.ts'
import type { Connection } from '../socket/connection.ts'
import { DeleteConflicts } from '../edits/delete-conflicts.ts'
import type { ExclusiveLease } from '../journal/exclusive-lease.ts'
import type { BoardOwner, Leases } from '../journal/lease.ts'
import { getPerPageMs, realtimeLimits } from '../realtime-limits.ts'
import type { Forwarding } from './forwarding.ts'
import { isFragmented, loadBoard } from './load.ts'
import type { BoardModel } from '../model.ts'
import { LoadingRoom } from './loading-room.ts'
import type { PresencePace } from '../socket/presence-pace.ts'
import { Room } from './room.ts'
import type { Joining, RoomHandle } from '../socket/session.ts'
import { SlicedEdits } from '../edits/sliced-edits.ts'
import { WorkBudgets } from '../edits/work-budget.ts'
import type { WorkTurn } from '../work-turn.ts'

export interface RoomsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly access: Access
  readonly leases: Leases
  /** Leads pages to boards that another process owns. */
  readonly forwarding: Pick<Forwarding, 'join' | 'check'>
  /** True if no other process can use this database. */
  readonly alone: boolean
  /** Shared work of all rooms in one turn of the event loop. */
  readonly turn: WorkTurn
  readonly pace: PresencePace
  readonly newId: () => string
  /** A number from 0 to 1. */
  readonly random: () => number
  readonly model: BoardModel
  /** Number of the model's schema versions. */
  readonly schema: number
  /** Edits of a board are in the journal. */
  readonly onChanged: (wid: string, edits: number) => void
  /** Some of those edits created or decided suggestions. */
  readonly onSuggestions: (wid: string, events: readonly SuggestionEvent[]) => void
  /** Somebody joined or left a room. */
  readonly onPeople: (wid: string) => void
  /** Somebody turned to another page. */
  readonly onPage: (wid: string) => void
  readonly onError: (message: string, wid: string, error: unknown) => void
  /** How long an append to a journal and the storing of a checkpoint took. */
  readonly onAppended?: (ms: number) => void
  readonly onCheckpoint?: (ms: number) => void
}

/** Why nobody can join now; pages retry by themselves where it may pass. */
type ClosedReason = 'missing' | 'elsewhere' | 'storage' | 'draining'

/** What an append relies on; mutated when roles change, because the room's edit queue holds it. */
interface Guard {
  readonly wid: string
  readonly fence: number
  access: number
}

interface Open {
  readonly room: Room
  readonly board: Board
  readonly guard: Guard
  readonly checkpoints: Checkpoints
  cancel: () => void
  ended: boolean
}

/** A board on its way into memory. */
interface Opening {
  /** What its pages can be answered with before; null if only the room can. */
  readonly loading: Promise<LoadingRoom | null>
  readonly open: Promise<Open | ClosedReason>
}

/** Boards selected in one statement. */
const checksPerRound = 500

/** The rooms of this process: one per open space. */
export class Rooms {
  readonly #options: RoomsOptions
  readonly #budgets: WorkBudgets
  readonly #opening = new Map<string, Opening>()
  readonly #open = new Map<string, Open>()
  /** Closed boards whose lease is still this process's. */
  readonly #unreleased = new Map<string, Guard>()
  #draining = false
  #cancelCleanup: () => void
  #cancelCheck: () => void = () => undefined

  constructor(options: RoomsOptions) {
    this.#options = options
    this.#budgets = new WorkBudgets(options.clock)
    this.#cancelCleanup = this.#scheduleCleanup()
    if (!options.alone) this.#scheduleCheck()
  }

  async join(visitor: Visitor, connection: Connection, joining: Joining): Promise<RoomHandle | null> {
    const { isCurrent } = joining
    const { wid } = joining.request
    const refuse = (code: number, reason: string, retry: boolean): null => {
      if (isCurrent()) connection.send({ t: 'refused', wid, code, reason, retry })
      return null
    }
    const listAccess = await this.#getAccess(wid)
    if (listAccess === 'storage') return refuse(5000, 'storage', true)
    if (!listAccess?.roles.has(visitor.uid)) return refuse(4004, 'missing', false)
    const led = await this.#leadToOwner(visitor, connection, joining)
    if (led === 'storage' || led === 'elsewhere') return refuse(5000, led, true)
    if (led !== 'here') return led
    const color = listAccess.colors?.get(visitor.uid)
    const colored = { ...visitor, ...(color !== undefined && { color }) }
    const opening = this.#getOpening(wid)
    const loading = await opening?.loading
    const early = loading?.enter(colored, listAccess, connection, joining)
    if (early) return early
    const open = opening ? await opening.open : (this.#open.get(wid) ?? 'draining')
    if (open === 'missing') return refuse(4004, 'missing', false)
    if (open === 'elsewhere') {
      // Another process has taken it in the same moment.
      const taker = await this.#leadToOwner(visitor, connection, joining)
      if (typeof taker === 'object') return taker
      return refuse(5000, taker === 'storage' ? taker : 'elsewhere', true)
    }
    if (typeof open === 'string') return refuse(5000, open, true)
    if (open.room.full) return refuse(4029, 'full', true)
    if (listAccess.version > open.guard.access) await this.#authorize(open)
    const handle = await open.room.enter(colored, connection, joining)
    if (handle) return handle
    return open.ended ? refuse(5000, 'storage', true) : refuse(4004, 'missing', false)
  }

  /** Permissions in a space have changed: its room re-reads all roles. */
  accessChanged(wid: string): void {
    const open = this.#open.get(wid)
    if (open) this.#unawaited(open, this.#authorize(open))
    void this.#opening.get(wid)?.loading.then((loading) => loading?.close())
  }

  /** Charges work units to a person's budget; returns the seconds to wait if it is too low. */
  reserveWork(uid: string, units: number): number {
    return this.#budgets.reserve(uid, units)
  }

  /** Number of open rooms. */
  get count(): number {
    return this.#open.size
  }

  people(wid: string): readonly RoomPerson[] {
    return this.#open.get(wid)?.room.people ?? []
  }

  /** Applies changes with somebody as author, without a connection of theirs; throws when refused. */
  async change(wid: string, uid: string, changes: readonly Change[]): Promise<void> {
    const open = await this.#take(wid)
    if (typeof open === 'string')
      throw new BoardUnavailable(`The board of ${wid} cannot be changed now: ${open}`)
    await open.room.change(uid, { id: `${this.#options.newId()}:1`, changes })
  }

  /** The records of a board that is open now. */
  getRecords(wid: string): BoardState | undefined {
    return this.#open.get(wid)?.board.state
  }

  /** Resolves when everything accepted so far is in the journal and in a checkpoint. */
  async settle(wid: string): Promise<void> {
    const open = await this.#take(wid)
    if (open === 'missing') return
    if (typeof open === 'string')
      throw new BoardUnavailable(`The board of ${wid} cannot be read now: ${open}`)
    await open.room.settled()
    await open.checkpoints.save()
  }

  /**
   * Closes the board's room for everybody, who reconnect by themselves, and keeps it closed; null without a
   * board.
   */
  async hold(wid: string): Promise<ExclusiveLease | null> {
    await this.#open.get(wid)?.room.settled()
    const held = await this.#options.leases.hold(wid, this.#options.newId())
    // Also waits for a room that is being loaded under the old lease.
    await this.#opening.get(wid)?.open
    const open = this.#open.get(wid)
    if (open) this.#end(open, 'elsewhere', true)
    return held
  }

  /**
   * Flushes, closes and hands over all rooms, within the time that a stopping server has. Returns whether another process
   * takes them, which gets them one after the other; without one, waiting would only keep people away longer.
   */
  async drain(): Promise<boolean> {
    this.#draining = true
    this.#cancelCleanup()
    this.#cancelCheck()
    const isTakenOver = await this.#hasOthers()
    const cutOff = this.#options.clock.sleep(realtimeLimits.drainWithin)
    await Promise.race([this.#handOverAll(isTakenOver), cutOff])
    return isTakenOver
  }

  /** Whether another process lives; without an answer of the database nobody can take over either. */
  async #hasOthers(): Promise<boolean> {
    const { alone, leases, clock } = this.#options
    if (alone) return false
    const silence = clock.sleep(realtimeLimits.sharedCheck).then(() => [])
    const others = await Promise.race([leases.listOthers().catch(() => []), silence])
    return others.length > 0
  }

  /** The leases are lost: closes all rooms without flushing. */
  abandon(): void {
    for (const open of [...this.#open.values()]) this.#end(open, 'elsewhere', true)
  }

  /** Pages of all boards at once would wait for each other at the processes that take them. */
  async #handOverAll(isTakenOver: boolean): Promise<void> {
    const { clock, onError } = this.#options
    const rooms = [...this.#open.values()].sort((a, b) => a.room.people.length - b.room.people.length)
    const people = rooms.reduce((sum, { room }) => sum + room.people.length, 0)
    const perPageMs = isTakenOver ? getPerPageMs(people, realtimeLimits.handOverWithin) : 0
    const closing: Promise<void>[] = []
    let waitMs = 0
    for (const open of rooms) {
      if (waitMs > 0) await clock.sleep(waitMs)
      waitMs = open.room.people.length * perPageMs
      const failed = (error: unknown): void => onError('A board was not handed over', open.room.wid, error)
      closing.push(this.#handOver(open).catch(failed))
    }
    await Promise.all(closing)
  }

  async #handOver(open: Open): Promise<void> {
    const { alone } = this.#options
    // People whose board another process can take wait for its end only, so most is stored while they still work.
    if (!alone) await (open.room.empty ? open.checkpoints.saveAndResplit() : open.checkpoints.save())
    await open.room.settled()
    const { connections } = open.room
    this.#end(open, 'draining', true)
    if (alone) await open.checkpoints.saveAndResplit()
    await this.#release(open.guard)
    // Their board is free, so they need not wait until this process has given away all the others.
    for (const connection of connections) connection.close('draining')
  }

  async #take(wid: string): Promise<Open | ClosedReason> {
    return this.#open.get(wid) ?? (await this.#getOpening(wid)?.open) ?? 'draining'
  }

  /** Begins to open the board; undefined if it is open, or this process opens none. */
  #getOpening(wid: string): Opening | undefined {
    if (this.#open.has(wid) || this.#draining) return undefined
    const known = this.#opening.get(wid)
    if (known) return known
    const loading = Promise.withResolvers<LoadingRoom | null>()
    const open = this.#load(wid, loading.resolve).finally(() => {
      loading.resolve(null)
      this.#opening.delete(wid)
    })
    const opening = { loading: loading.promise, open }
    this.#opening.set(wid, opening)
    return opening
  }

  /** Forwards a page to the process that owns its board; `here` if there is none, so that this one may take it. */
  async #leadToOwner(
    visitor: Visitor,
    connection: Connection,
    joining: Joining,
  ): Promise<RoomHandle | 'here' | 'elsewhere' | 'storage'> {
    const { wid } = joining.request
    const owner = await this.#findOtherOwner(wid)
    if (owner === null) return 'here'
    if (owner === 'storage') return owner
    const handle = await this.#forward(owner, visitor, connection, joining)
    if (handle) return handle
    // Where nobody listens any longer, the owner has just lost its boards.
    return (await this.#findOtherOwner(wid)) === null ? 'here' : 'elsewhere'
  }

  /** Of a board that is not open here. Read first, since pages come back to whichever process the balancer chose. */
  async #findOtherOwner(wid: string): Promise<BoardOwner | null | 'storage'> {
    if (this.#open.has(wid) || this.#opening.has(wid) || this.#draining) return null
    try {
      return await this.#options.leases.findOtherOwner(wid)
    } catch (error) {
      this.#options.onError('The owner of a board could not be read', wid, error)
      return 'storage'
    }
  }

  async #forward(
    owner: BoardOwner,
    visitor: Visitor,
    connection: Connection,
    joining: Joining,
  ): Promise<RoomHandle | null> {
    if (!joining.isCurrent()) return null
    try {
      return await this.#options.forwarding.join(owner, visitor, connection, joining)
    } catch (error) {
      this.#options.onError('A page could not be forwarded', joining.request.wid, error)
      return null
    }
  }

  /**
   * A board that cannot be loaded is refused, never shown empty. `onLoading` gets what its pages are answered with until
   * it is loaded.
   */
  async #load(wid: string, onLoading: (loading: LoadingRoom | null) => void): Promise<Open | ClosedReason> {
    const { db, clock, leases, newId, random, model, schema } = this.#options
    const { onChanged, onSuggestions, onError, onAppended, onCheckpoint } = this.#options
    let loading: LoadingRoom | null = null
    try {
      const taken = await leases.take(wid, newId())
      if (taken === 'elsewhere' || taken === 'missing') return taken
      const listAccess = await this.#options.access.listAccess(wid)
      if (!listAccess) return 'missing'
      const guard: Guard = { wid, fence: taken.fence, access: listAccess.version }
      const owner = [...listAccess.roles].find(([, role]) => role === 'owner')?.[0] ?? ''
      const { head } = taken
      const turn = this.#options.turn
      const conflicts = await DeleteConflicts.read(db, wid)
      const newest = await newestCheckpoint(db, wid, head)
      if (newest && isAnswerable(newest, head, schema))
        loading = new LoadingRoom({
          ...{ db, clock, wid, epoch: taken.epoch, chain: taken.chain },
          ...{ access: guard.access, checkpoint: newest, conflicts },
          onError: (error) => onError('Skipped deletes could not be marked as seen', wid, error),
        })
      onLoading(loading)
      const loaded = await loadBoard({
        ...{ model, db, clock, guard, schema, head, newest, chain: taken.chain, owner, newId, random, turn },
      })
      const { board, chunks, chain } = loaded
      // Pages that are taken over must not get or write anything with rights that they have lost meanwhile.
      const latest = loading?.isClosed ? await this.#options.access.listAccess(wid) : listAccess
      if (!latest) {
        loading?.failed('missing', true)
        return 'missing'
      }
      guard.access = latest.version
      const { epoch } = taken
      const slices = new SlicedEdits(turn, (error) => this.#fail(open, error))
      const room = new Room({
        ...{ wid, epoch, db, clock, guard, schema, board, chunks, chain, roles: latest.roles },
        ...{ budgets: this.#budgets, turn, slices, conflicts, pace: this.#options.pace },
        renewEpoch: () => this.#renewEpoch(guard),
        failed: (error) => this.#fail(open, error),
        refreshAccess: () => this.#refreshAccess(open),
        onAppended,
        onEmpty: () => this.#idle(open),
        onPeople: () => this.#options.onPeople(wid),
        onPage: () => this.#options.onPage(wid),
        onCommitted(edits, suggestions) {
          checkpoints.consider()
          onChanged(wid, edits)
          if (suggestions.length > 0) onSuggestions(wid, suggestions)
        },
      })
      const checkpoints = new Checkpoints({
        ...{ db, clock, guard, schema, board, chunks, slices, last: loaded.checkpoint },
        whenCommitted: (act, undone) => room.whenCommitted(act, undone),
        onError: (message, error) => onError(message, wid, error),
        onStored: onCheckpoint,
      })
      const open: Open = { room, board, guard, checkpoints, cancel: () => undefined, ended: false }
      this.#open.set(wid, open)
      loading?.opened(room)
      // Its roles were read before, and a change since then had no room to tell.
      if (loading) this.#unawaited(open, this.#authorize(open))
      // The joining tab may have left meanwhile; then no leave event would start the idle timer.
      this.#idle(open)
      return open
    } catch (error) {
      onError('A board could not be read', wid, error)
      loading?.failed('storage', true)
      return 'storage'
    }
  }

  /** A page has another past: the database was restored, so everything cached of the board is invalid. */
  async #renewEpoch({ wid, fence }: Guard): Promise<string> {
    const { db, newId, onError } = this.#options
    onError('The board has another past than a page that knows it: was the database put back?', wid, null)
    const epoch = newId()
    const renew = db.sql
      .updateTable('boards')
      .set({ epoch })
      .where('wid', '=', wid)
      .where('fence', '=', fence)
    await renew.execute()
    return epoch
  }

  async #getAccess(wid: string): Promise<AccessSource | null | 'storage'> {
    try {
      return await this.#options.access.listAccess(wid)
    } catch (error) {
      this.#options.onError('Rights in a space could not be read', wid, error)
      return 'storage'
    }
  }

  /** The version is read together with the roles, so that an append never relies on older ones. */
  async #authorize(open: Open): Promise<void> {
    const listAccess = await this.#getAccess(open.room.wid)
    // If the read fails, appends with the old version fail anyway; the periodic check retries.
    if (listAccess === 'storage' || open.ended) return
    if (!listAccess) return this.#end(open, 'removed', false)
    if (listAccess.version < open.guard.access) return
    open.guard.access = listAccess.version
    open.room.setRoles(listAccess.roles)
  }

  async #refreshAccess(open: Open): Promise<'go on' | 'lost'> {
    const { db } = this.#options
    const { guard, room } = open
    const board = await db.sql
      .selectFrom('boards')
      .select(['fence', 'head', 'chain'])
      .where('wid', '=', guard.wid)
      .executeTakeFirst()
    const ours = board?.fence === guard.fence && board.head === room.committed && board.chain === room.chain
    if (ours) await this.#authorize(open)
    if (ours && !open.ended) return 'go on'
    this.#end(open, 'elsewhere', true)
    return 'lost'
  }

  #idle(open: Open): void {
    open.cancel()
    open.cancel = this.#options.clock.after(realtimeLimits.roomIdle, () =>
      this.#unawaited(open, this.#unload(open)),
    )
  }

  async #unload(open: Open): Promise<void> {
    if (!open.room.empty) return
    await open.room.settled()
    await open.checkpoints.saveAndResplit()
    if (!open.room.empty || open.ended) return
    this.#end(open, 'draining', true)
    await this.#release(open.guard)
  }

  /** Another process may open the board at once; a failed attempt is repeated, since nothing else would free it. */
  async #release(guard: Guard): Promise<void> {
    this.#unreleased.set(guard.wid, guard)
    try {
      await this.#options.leases.releaseBoard(guard)
      if (this.#unreleased.get(guard.wid) === guard) this.#unreleased.delete(guard.wid)
    } catch (error) {
      this.#options.onError('The lease of a closed board could not be released', guard.wid, error)
    }
  }

  /** Background work of a room: an error ends that room only. */
  #unawaited(open: Open, work: Promise<void>): void {
    work.catch((error: unknown) => this.#fail(open, error))
  }

  #fail(open: Open, error: unknown): void {
    this.#options.onError('A room ended', open.room.wid, error)
    this.#end(open, 'storage', true)
  }

  #end(open: Open, reason: string, retry: boolean): void {
    if (open.ended) return
    open.ended = true
    open.cancel()
    if (this.#open.get(open.room.wid) === open) this.#open.delete(open.room.wid)
    open.checkpoints.stop()
    open.room.end(reason, retry)
    this.#options.onPeople(open.room.wid)
  }

  #scheduleCleanup(): () => void {
    return this.#options.clock.after(realtimeLimits.accessCleanup, () => {
      for (const open of this.#open.values()) this.#unawaited(open, this.#authorize(open))
      for (const guard of this.#unreleased.values()) void this.#release(guard)
      this.#cancelCleanup = this.#scheduleCleanup()
    })
  }

  #scheduleCheck(): void {
    this.#cancelCheck = this.#options.clock.after(realtimeLimits.sharedCheck, () => {
      const failed = (error: unknown): void =>
        this.#options.onError('Changes of other processes could not be read', '', error)
      void this.#checkOpen()
        .catch(failed)
        .then(() => {
          if (!this.#draining) this.#scheduleCheck()
        })
    })
  }

  /**
   * What another process did: it took a board, which nobody may read here any longer even if nobody writes, or
   * changed who may see it.
   */
  async #checkOpen(): Promise<void> {
    await this.#options.forwarding.check()
    const open = [...this.#open.values()]
    for (let at = 0; at < open.length; at += checksPerRound) {
      const some = open.slice(at, at + checksPerRound)
      const wids = some.map(({ room }) => room.wid)
      const rows = await this.#options.db.sql
        .selectFrom('boards')
        .innerJoin('spaces', 'spaces.wid', 'boards.wid')
        .select(['boards.wid', 'boards.fence', 'spaces.access_version'])
        .where('boards.wid', 'in', wids)
        .execute()
      const found = new Map(rows.map((row) => [row.wid, row]))
      for (const one of some) {
        const row = found.get(one.room.wid)
        if (row && row.fence !== one.guard.fence) this.#end(one, 'elsewhere', true)
        else if (row?.access_version !== one.guard.access) this.#unawaited(one, this.#authorize(one))
      }
    }
  }
}

/** Whether its chunks, as they are stored, are the whole board and stay the board's chunks. */
function isAnswerable({ row, chunks, records }: StoredCheckpoint, head: number, schema: number): boolean {
  return row.seq === head && row.schema === schema && !isFragmented(chunks, records)
}
