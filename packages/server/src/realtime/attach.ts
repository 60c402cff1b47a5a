import type { IncomingMessage, Server } from 'node:http'
import { FORMAT_HASH } from '@tavla/canvas/model'
import { encodeServerFrame, type RoomPerson } from '@tavla/contract/realtime'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Boards, SuggestionEvent } from '../ports/boards/port.ts'
import type { Clock } from '../ports/clock/port.ts'
import type { LiveFigures } from '../figures.ts'
import type { NodeMessages } from '../ports/messages/port.ts'
import type { OnlinePeople, Push } from '../ports/push/port.ts'
import type { Random } from '../ports/random/port.ts'
import type { VoiceHost } from '../ports/voice/port.ts'
import { randomId } from '../ports/random/values.ts'
import { FairScheduler, realLoop, usualBudget } from '../rate-limits/fair-scheduler.ts'
import { memoryRateLimiter } from '../rate-limits/memory.ts'
import type { Access, TicketHolder } from './room-access.ts'
import { boardRows } from './board-rows.ts'
import type { Connection } from './socket/connection.ts'
import { framed } from './socket/framed.ts'
import { openGateway } from './socket/gateway.ts'
import { startSessionCheck } from './socket/session-check.ts'
import { openVoiceGateway } from './socket/voice-gateway.ts'
import { schemaNumber } from './journal/journal.ts'
import { type LeaseOptions, type Leases, startLeases } from './journal/lease.ts'
import { realtimeLimits } from './realtime-limits.ts'
import { boardModel } from './model.ts'
import { ForwardTickets } from './socket/forward-tickets.ts'
import { OnlineRows, type Presence } from './nodes/online-rows.ts'
import { Forwarding } from './room/forwarding.ts'
import { PresencePace } from './socket/presence-pace.ts'
import { Rooms } from './room/rooms.ts'
import { Watchers } from './room/watchers.ts'
import { WorkTurn } from './work-turn.ts'

export interface RealtimeOptions {
  readonly server: Server
  /** Path of the live socket. */
  readonly path: string
  /** Path of the voice socket and its host; null: voice is off. */
  readonly voice: { readonly path: string; readonly host: VoiceHost } | null
  /** Uids in a space's voice room. */
  readonly voicePeople: (wid: string) => readonly string[]
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly access: Access
  /** True if no other process can use this database: SQLite, whose directory is locked. */
  readonly alone: boolean
  /** This process's name, the same after a restart; null: none. */
  readonly nodeName: string | null
  /** Derived from this process's secret, the same in all processes of a database. */
  readonly secretCheck: string
  /** Signs tickets of pages that are forwarded, the same in all processes of a database. */
  readonly forwardKey: Buffer
  /** To and from the other processes of the database. */
  readonly messages: NodeMessages
  /** Whether a page of this origin may open a socket. */
  readonly canOpen: (origin: string, request: IncomingMessage) => boolean
  /** Somebody has joined a board. */
  readonly onOpened: (wid: string, uid: string) => void
  /** Edits of a board are in the journal. */
  readonly onChanged: (wid: string) => void
  /** Some of those edits created or decided suggestions. */
  readonly onSuggestions: (wid: string, events: readonly SuggestionEvent[]) => void
  /** How long an append to a journal and the storing of a checkpoint took. */
  readonly onAppended: (ms: number) => void
  readonly onCheckpoint: (ms: number) => void
}

export interface Realtime {
  readonly push: Push
  readonly boards: Boards
  /** Somebody joined or left a space's voice room. */
  voiceChanged(wid: string): void
  readonly figures: () => LiveFigures
  /** The process may open boards. */
  readonly isLeaseHeld: () => boolean
  /** Stops accepting sockets, flushes and closes rooms, and releases leases. */
  close(): Promise<void>
  /** Where other processes of this database reach this one. */
  setUrl(url: string): Promise<void>
}

interface ForwardingParts {
  readonly forwarding: Forwarding
  readonly tickets: ForwardTickets
}

function createForwarding(options: RealtimeOptions, leases: Leases, newId: () => string): ForwardingParts {
  const { clock, path, log, forwardKey: key } = options
  const tickets = new ForwardTickets({ clock, key, getNode: () => leases.node, newId })
  const forwarding = new Forwarding({
    ...{ clock, path, leases, tickets, boardFormat: FORMAT_HASH },
    onUnreachable: ({ url }, error) =>
      log.warn(`The process at ${url} owns a board and cannot be reached: check its INTERNAL_URL`, { error }),
  })
  return { forwarding, tickets }
}

/** Whether a person may join a board now, or has joined too often. */
function createJoinLimit(clock: RealtimeOptions['clock']): (person: { readonly uid: string }) => boolean {
  const joins = memoryRateLimiter(clock)
  return ({ uid }) => joins.reserve([{ key: uid, limit: realtimeLimits.personJoins }]).retryAfter === 0
}

const takeLeases = (
  { db, clock, nodeName: name, secretCheck, alone }: RealtimeOptions,
  others: Pick<LeaseOptions, 'newId' | 'onLost' | 'onRegained'>,
): Promise<Leases> => startLeases({ db, clock, name, secretCheck, alone, ...others })

/** Attaches the live socket to an HTTP server, and implements the ports that features use. */
export async function attachRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { server, path, voice, db, clock, random, log, access, alone, canOpen } = options
  const newId = (): string => randomId(random)
  const desk = new Desk()
  const onLost = (): void => {
    log.error('The lease of this process ran out; its rooms close')
    rooms.abandon()
  }
  const leases = await takeLeases(options, { newId, onLost, onRegained: () => online.storeAgain() })
  const { forwarding, tickets } = createForwarding(options, leases, newId)
  const turn = new WorkTurn(clock, realtimeLimits.workPerTurn)
  const scheduler = new FairScheduler(realLoop, usualBudget, () => turn.isSpent)
  /** Edits committed since the start. */
  let edits = 0
  const rooms = new Rooms({
    ...{ db, clock, access, leases, forwarding, alone, turn, newId },
    pace: new PresencePace(clock, createBusyShare()),
    random: () => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32,
    ...{ model: boardModel, schema: await schemaNumber(db, boardModel.versions) },
    onError: (message, wid, error) => log.error(message, { wid, error }),
    onPeople(wid) {
      watchers.changed(wid)
      online.changed(wid)
    },
    onPage: (wid) => online.changed(wid),
    onChanged(wid, committed) {
      edits += committed
      options.onChanged(wid)
    },
    onSuggestions: (wid, events) => options.onSuggestions(wid, events),
    onAppended: (ms) => options.onAppended(ms),
    onCheckpoint: (ms) => options.onCheckpoint(ms),
  })
  const online = createOnlineRows(options, {
    getNode: () => leases.node,
    getPeople: (wid) => rooms.people(wid),
    onRemoteChange: (wid) => watchers.changed(wid),
  })
  const watchers = new Watchers({
    ...{ clock, access },
    listPresence: (wids) => online.list(wids),
    onError: (message, error) => log.error(message, { error }),
  })
  options.messages.onMissed(() => watchers.allChanged())
  const gateway = openGateway({
    server,
    path,
    otherPaths: voice ? [voice.path] : [],
    clock,
    scheduler,
    newId,
    log,
    canOpen,
    isNode: (id) => id === leases.node,
    host: {
      clock,
      access,
      boardFormat: FORMAT_HASH,
      arrive: (visitor, connection) => desk.arrive(visitor, connection),
      depart(visitor, connection) {
        desk.depart(visitor, connection)
        watchers.onClosed(connection)
      },
      watch: (visitor, connection, wids) => watchers.watch(visitor, connection, wids),
      takesJoin: createJoinLimit(clock),
      redeemForwarded: (ticket) => tickets.redeem(ticket),
      join: async (visitor, connection, joining) => {
        const handle = await rooms.join(visitor, connection, joining)
        // The process that forwards a page says so itself.
        if (handle && !connection.isForwarded) options.onOpened(joining.request.wid, visitor.uid)
        return handle
      },
    },
  })
  const sessionCheck = checkSessions(options, desk)
  if (voice) openVoiceGateway({ server, ...voice, clock, log, canOpen })
  return {
    push: createPush({ desk, rooms, watchers, online }),
    voiceChanged(wid) {
      watchers.changed(wid)
      online.changed(wid)
    },
    boards: boardRows({
      ...{ db, clock, newId },
      change: (wid, uid, changes) => rooms.change(wid, uid, changes),
      settle: (wid) => rooms.settle(wid),
      hold: (wid) => rooms.hold(wid),
      reserveWork: (uid, units) => rooms.reserveWork(uid, units),
    }),
    setUrl: (url) => leases.setUrl(url),
    isLeaseHeld: () => leases.isHeld(),
    figures: () => ({ ...desk.figures, rooms: rooms.count, edits }),
    async close() {
      sessionCheck.stop()
      gateway.refuseNew()
      const isTakenOver = await rooms.drain()
      await gateway.drain(isTakenOver ? realtimeLimits.closeSocketsWithin : 0)
      online.stop()
      await leases.release()
    },
  }
}

/** The part of the time since the last call in which the event loop was busy, from 0 to 1. */
function createBusyShare(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}

interface OnlineSources {
  readonly getNode: () => string
  readonly getPeople: (wid: string) => readonly RoomPerson[]
  readonly onRemoteChange: (wid: string) => void
}

const createOnlineRows = (
  { db, clock, alone, messages, voicePeople, log }: RealtimeOptions,
  { getNode, getPeople, onRemoteChange }: OnlineSources,
): OnlineRows =>
  new OnlineRows({
    ...{ db, clock, alone, messages, getNode, onRemoteChange },
    getLocal: (wid) => ({
      people: getPeople(wid).map(({ uid, showing }) => ({ uid, page: showing.page ?? null })),
      voice: [...voicePeople(wid)],
    }),
    onError: (message, error) => log.error(message, { error }),
  })

interface PushTargets {
  readonly desk: Desk
  readonly rooms: Rooms
  readonly watchers: Watchers
  readonly online: OnlineRows
}

const createPush = ({ desk, rooms, watchers, online }: PushTargets): Push => ({
  notification: (uid, notice) => desk.notice(uid, notice),
  accessChanged(wid) {
    rooms.accessChanged(wid)
    watchers.changed(wid)
  },
  sessionsEnded: (sessionIds) => desk.sessionsEnded(sessionIds),
  listOnline: async (wids) => getOnlinePeople(await online.list(wids)),
})

const getOnlinePeople = (all: ReadonlyMap<string, Presence>): OnlinePeople =>
  new Map(
    [...all].map(([wid, { people, voice }]) => [
      wid,
      people.map(({ uid, page }) => ({ uid, page, voice: voice.includes(uid) })),
    ]),
  )

/** Without other processes only a session that expires ends unannounced. */
const checkSessions = ({ clock, alone, access, log }: RealtimeOptions, desk: Desk): { stop(): void } =>
  startSessionCheck({
    clock,
    every: alone ? realtimeLimits.accessCleanup : realtimeLimits.sharedCheck,
    sessions: () => desk.sessions,
    listLive: (sessions) => access.renewOpenSessions(sessions),
    onEnded: (sessions) => desk.sessionsEnded(sessions),
    onError: (error) => log.error('Sessions could not be read', { error }),
  })

/** The `me` channel: the open tabs of each person and each session. */
class Desk {
  readonly #tabs = new Map<string, Set<Connection>>()
  readonly #sessions = new Map<string, Set<Connection>>()

  /** False when this person has too many sockets. */
  get figures(): { readonly people: number; readonly sockets: number } {
    const sockets = [...this.#tabs.values()].reduce((sum, tabs) => sum + tabs.size, 0)
    return { people: this.#tabs.size, sockets }
  }

  /** Sessions that have a socket open. */
  get sessions(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  arrive(visitor: TicketHolder, connection: Connection): boolean {
    if ((this.#tabs.get(visitor.uid)?.size ?? 0) >= realtimeLimits.socketsPerPerson) return false
    addTo(this.#tabs, visitor.uid, connection)
    addTo(this.#sessions, visitor.session, connection)
    return true
  }

  depart(visitor: TicketHolder, connection: Connection): void {
    takeFrom(this.#tabs, visitor.uid, connection)
    takeFrom(this.#sessions, visitor.session, connection)
  }

  notice(uid: string, notice: Readonly<Record<string, unknown>>): void {
    const tabs = this.#tabs.get(uid)
    if (!tabs) return
    const message = framed(encodeServerFrame({ t: 'notice', notice: { ...notice } }))
    for (const connection of tabs) connection.sendFramed(message, 'must')
  }

  sessionsEnded(sessionIds: readonly string[]): void {
    for (const session of sessionIds) {
      for (const connection of this.#sessions.get(session) ?? []) connection.close('session_ended')
    }
  }
}

function addTo(all: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const some = all.get(key)
  if (some) some.add(connection)
  else all.set(key, new Set([connection]))
}

function takeFrom(all: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const some = all.get(key)
  some?.delete(connection)
  if (some?.size === 0) all.delete(key)
}
