import { inflateRawSync } from 'node:zlib'
import {
  BoardState,
  decodeBatch,
  decodeAcceptedEdit,
  encodeBatch,
  type Ability,
  type BoardPosition,
  type AcceptedEdit,
} from '@tavla/canvas/model'
import {
  type FuzzRoom,
  type RoomFrame,
  type RoomSocket,
  type TabFrame,
  testSchemas,
} from '@tavla/canvas/testing'
import { currentVersion, decodeServerFrame, encodeClientFrame } from '@tavla/contract/realtime'
import type { ClientFrame, ReceivedFrame, ServerFrame } from '@tavla/contract/realtime'
import type { Database } from '../../db/database.ts'
import type { BoardRow } from '../../db/tables/journal.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type { Access, Role } from '../room-access.ts'
import { Connection } from '../socket/connection.ts'
import { readJournal, schemaNumber } from '../journal/journal.ts'
import { startLeases } from '../journal/lease.ts'
import { getBoardModel } from '../model.ts'
import { readNewest, getState, type ReadCheckpoint } from '../checkpoints/read-checkpoint.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { PresencePace } from '../socket/presence-pace.ts'
import { Rooms } from '../room/rooms.ts'
import { Session } from '../socket/session.ts'
import { WorkTurn } from '../work-turn.ts'
import { findMessages } from './find-messages.ts'

const model = getBoardModel(testSchemas)
const boardFormat = 'fuzz'

/**
 * The server's own room under the canvas package's fuzzer: real sessions and real frames, a real database, and time that
 * stands as the fuzzer says. Only the network between the two is the fuzzer's.
 */
export class FuzzedRoom implements FuzzRoom {
  readonly #db: Database
  readonly #wid: string
  readonly #damages: boolean
  readonly #random: () => number
  readonly #clock: Clock
  readonly #roles = new Map<string, Role>([['server', 'owner']])
  readonly #sessions = new Set<Session>()
  /** Changes of roles that the database has not heard of yet. */
  #changes: (() => Promise<void>)[] = []
  /** People at the door. */
  #hellos: (() => void)[] = []
  /** Questions to the database that are not answered yet. */
  #asking = 0
  #version = 1
  #names = 0
  #backup: Omit<BoardRow, 'wid' | 'fence' | 'owner' | 'checkpoint'> | undefined
  #rooms: Rooms | null = null
  #stop: () => Promise<void> = () => Promise.resolve()
  #journal: AcceptedEdit[] = []
  #checkpoint: ReadCheckpoint | null = null

  /** `spoil` makes a server of it that tells others less than it took; the fuzzer must find out. */
  constructor(db: Database, wid: string, random: () => number, now: () => number, damages = false) {
    this.#db = this.#counted(db)
    this.#wid = wid
    this.#damages = damages
    this.#random = random
    // Nothing in a room happens by time alone that the fuzzer needs; what is paced starts at once while few are here.
    this.#clock = {
      now,
      after: () => () => undefined,
      sleep: () => Promise.resolve(),
      nextTask: () => Promise.resolve(),
    }
    this.#changes.push(() => this.#start())
  }

  async #start(): Promise<void> {
    const db = this.#db
    const newId = (): string => `n${(this.#names += 1)}-${this.#random().toString(36).slice(2, 8)}`
    const leases = await startLeases({
      db,
      clock: this.#clock,
      newId,
      name: null,
      secretCheck: '',
      alone: true,
      onLost: () => undefined,
    })
    const access: Access = {
      redeem: (ticket) => Promise.resolve({ uid: ticket, session: ticket }),
      getVisitor: (holder) => Promise.resolve({ ...holder, name: holder.uid, photo: null }),
      renewOpenSessions: (sessions) => Promise.resolve(new Set(sessions)),
      listAccess: () => Promise.resolve({ version: this.#version, roles: new Map(this.#roles) }),
      memberships: () => Promise.resolve(new Set()),
    }
    const schema = await schemaNumber(db, model.versions)
    const onError = (message: string, _wid: string, error: unknown): void => {
      throw new Error(message, { cause: error })
    }
    const rooms = new Rooms({
      forwarding: { join: () => Promise.resolve(null), check: () => Promise.resolve() },
      db,
      clock: this.#clock,
      access,
      leases,
      alone: true,
      turn: new WorkTurn(this.#clock, realtimeLimits.workPerTurn),
      pace: new PresencePace(this.#clock, () => 0),
      newId,
      random: this.#random,
      model,
      schema,
      onError,
      onPeople: () => undefined,
      onPage: () => undefined,
      onChanged: () => undefined,
      onSuggestions: () => undefined,
    })
    this.#rooms = rooms
    this.#stop = async () => {
      rooms.abandon()
      await this.#quiet()
      await leases.release()
    }
    await rooms.settle(this.#wid)
    await this.#check()
  }

  connect(uid: string, deliver: (frame: RoomFrame) => void): RoomSocket {
    const first = !this.#roles.has(uid)
    if (first) this.setRole(uid, 'editor')
    let ready = false
    let closed = false
    const early: TabFrame[] = []
    const receive = (message: Uint8Array): void => {
      const received = decodeServerFrame(message)
      if (typeof received === 'string') throw new Error(`the server said something ${received}`)
      // What a dying server still says reaches nobody.
      if (closed || !this.#sessions.has(session)) return
      if (received.frame.t === 'ready') {
        ready = true
        for (const frame of early.splice(0)) this.#receive(session, frame)
      } else for (const frame of this.#roomFrames(received)) deliver(frame)
    }
    const connection = new Connection(
      `c${(this.#names += 1)}`,
      {
        bufferedAmount: 0,
        send: (frames, more) => {
          for (const message of findMessages(frames, more)) receive(message)
        },
        onDrained: () => undefined,
        close: (code, reason) => {
          throw new Error(`the server closed an honest socket: ${code} ${reason}`)
        },
        pause: () => undefined,
        resume: () => undefined,
      },
      this.#clock,
    )
    const session: Session = new Session(this.#host(), connection)
    this.#sessions.add(session)
    const { protocol, frames } = currentVersion
    const hello = { t: 'hello', protocol, schema: { frames, board: boardFormat }, ticket: uid } as const
    // The role of a newcomer is in the database before they come, as in life.
    this.#hellos.push(() => (closed ? undefined : session.receive(encodeClientFrame(hello))))
    return {
      receive: (frame) => (ready ? this.#receive(session, frame) : void early.push(frame)),
      close: () => {
        closed = true
        this.#sessions.delete(session)
        session.onClosed()
      },
    }
  }

  setRole(uid: string, role: Ability): void {
    this.#changes.push(async () => {
      await this.#db.sql
        .updateTable('spaces')
        .set((eb) => ({ access_version: eb('access_version', '+', 1) }))
        .where('wid', '=', this.#wid)
        .execute()
      this.#version += 1
      this.#roles.set(uid, role)
      this.#rooms?.accessChanged(this.#wid)
    })
  }

  async work(): Promise<void> {
    for (const change of this.#changes.splice(0)) await change()
    for (const hello of this.#hellos.splice(0)) hello()
    await this.#quiet()
    await this.#check()
  }

  async checkpoint(): Promise<void> {
    await this.work()
    await this.#rooms?.settle(this.#wid)
    await this.#check()
  }

  async restart(): Promise<void> {
    this.#sessions.clear()
    this.#hellos = []
    for (const change of this.#changes.splice(0)) await change()
    await this.#stop()
    await this.#start()
  }

  async backUp(): Promise<void> {
    await this.work()
    this.#backup = await this.#db.sql
      .selectFrom('boards')
      .select(['epoch', 'head', 'chain'])
      .where('wid', '=', this.#wid)
      .executeTakeFirstOrThrow()
  }

  /** A manual restore, as if the files of the database had been copied back: even the epoch is the old one. */
  async putBack(): Promise<number> {
    if (!this.#backup) {
      await this.restart()
      return this.#journal.length
    }
    const { head } = this.#backup
    this.#sessions.clear()
    this.#hellos = []
    for (const change of this.#changes.splice(0)) await change()
    await this.#stop()
    const { sql } = this.#db
    await sql.deleteFrom('journal').where('wid', '=', this.#wid).where('seq', '>', head).execute()
    await sql.deleteFrom('checkpoints').where('wid', '=', this.#wid).where('seq', '>', head).execute()
    await sql.deleteFrom('delete_conflicts').where('wid', '=', this.#wid).where('seq', '>', head).execute()
    await sql
      .updateTable('boards')
      .set({ ...this.#backup, checkpoint: 0 })
      .where('wid', '=', this.#wid)
      .execute()
    this.#journal.splice(head)
    await this.#start()
    return head
  }

  journal(): readonly AcceptedEdit[] {
    return this.#journal
  }

  head(): number {
    return this.#journal.length
  }

  state(): BoardState {
    return this.#rooms?.getRecords(this.#wid) ?? new BoardState()
  }

  stored(): { readonly seq: number; readonly state: BoardState } {
    return { seq: this.#checkpoint?.stored.row.seq ?? 0, state: getState(this.#checkpoint) }
  }

  async end(): Promise<void> {
    this.#sessions.clear()
    await this.#stop()
  }

  #host(): ConstructorParameters<typeof Session>[0] {
    return {
      clock: this.#clock,
      access: {
        redeem: (ticket) => Promise.resolve({ uid: ticket, session: ticket }),
        getVisitor: (holder) => Promise.resolve({ ...holder, name: holder.uid, photo: null }),
        renewOpenSessions: (sessions) => Promise.resolve(new Set(sessions)),
        listAccess: () => Promise.resolve(null),
        memberships: () => Promise.resolve(new Set()),
      },
      boardFormat,
      arrive: () => true,
      depart: () => undefined,
      watch: () => undefined,
      takesJoin: () => true,
      redeemForwarded: () => null,
      join: async (visitor, connection, joining) =>
        (await this.#rooms?.join(visitor, connection, joining)) ?? null,
    }
  }

  #receive(session: Session, frame: TabFrame): void {
    if (frame.t === 'edit') return session.receive(encodeClientFrame({ t: 'edit' }, frame.bytes))
    if (frame.t === 'missedDeletesSeen') return session.receive(encodeClientFrame(frame))
    const sentFrame: ClientFrame =
      frame.t === 'need'
        ? { t: 'need', chunks: [...frame.ids] }
        : {
            t: 'join',
            wid: this.#wid,
            ...(frame.position ? { ...getPosition(frame.position) } : {}),
          }
    session.receive(encodeClientFrame(sentFrame))
  }

  #roomFrames({ frame, payload }: ReceivedFrame<ServerFrame>): RoomFrame[] {
    switch (frame.t) {
      case 'welcome': {
        const chunks = frame.chunks.map(({ box, ...chunk }) => {
          const [x, y, w, h] = box ?? [0, 0, 0, 0]
          return { ...chunk, box: box && { x, y, w, h } }
        })
        const { seq, epoch, chain, diverged, role, missedDeletes } = frame
        const at = { seq, epoch, chain, diverged, role, missedDeletes }
        return [{ t: 'welcome', welcome: { ...at, tail: frame.tail ? payload : null, chunks } }]
      }
      case 'chunk':
        return [{ t: 'chunk', id: frame.id, bytes: inflateRawSync(payload) }]
      case 'batch':
        return [
          { t: 'batch', bytes: this.#damages ? this.#damaged(payload) : payload, chain: frame.chain ?? '' },
        ]
      case 'ack':
        return [{ t: 'ack', acks: frame.acks.map((ack) => ({ ...ack, skipped: ack.skipped ?? [] })) }]
      case 'reject': {
        const { id, reason, message, record } = frame
        const refusal = { refused: reason, message, ...(record === undefined ? {} : { id: record }) }
        return [{ t: 'reject', reject: { id, refusal, correction: null } }]
      }
      case 'role':
        return [{ t: 'role', role: frame.role }]
      case 'missedDeletes':
        return [{ t: 'missedDeletes', deletes: frame.deletes }]
      case 'catchUp':
        return [{ t: 'catchUp' }]
      case 'refused':
        throw new Error(`an honest tab was refused: ${frame.reason}`)
      default:
        return []
    }
  }

  #damaged(payload: Uint8Array): Uint8Array {
    const batch = decodeBatch(payload)
    const edits = batch.edits.map((edit) => (this.#random() < 0.05 ? { ...edit, changes: [] } : edit))
    return encodeBatch({ ...batch, edits })
  }

  /** Waits until nobody waits for the database any more. */
  async #quiet(): Promise<void> {
    for (let calm = 0; calm < 3; calm = this.#asking === 0 ? calm + 1 : 0) await new Promise(setImmediate)
  }

  async #check(): Promise<void> {
    for await (const page of readJournal(this.#db, this.#wid, this.#journal.length)) {
      for (const { bytes } of page) this.#journal.push(decodeAcceptedEdit(bytes))
    }
    const newest = await readNewest(this.#db, this.#wid, Number.MAX_SAFE_INTEGER)
    this.#checkpoint = newest
  }

  /** Counts the questions under way: batches, transactions and, by the plain handle, everything else. */
  #counted(db: Database): Database {
    const count = async <T>(answer: Promise<T>): Promise<T> => {
      this.#asking += 1
      try {
        return await answer
      } finally {
        this.#asking -= 1
      }
    }
    const sql = counting(db.sql, count)
    return new Proxy(db, {
      get: (target, name) => {
        if (name === 'sql') return sql
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const answer: unknown = Reflect.apply(value, target, args)
          return answer instanceof Promise ? count(answer) : answer
        }
      },
    })
  }
}

const getPosition = ({ seq, epoch, chain }: BoardPosition) => ({
  lastSeq: seq,
  chain,
  ...(epoch === '' ? {} : { epoch }),
})

/** A query builder whose every execution is counted. */
function counting<T extends object>(builder: T, count: <R>(answer: Promise<R>) => Promise<R>): T {
  return new Proxy(builder, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, args)
        if (answer instanceof Promise) return count(answer)
        const isBuilder = typeof answer === 'object' && answer !== null && 'execute' in answer
        return isBuilder || answer === target ? counting(answer as object, count) : answer
      }
    },
  })
}
