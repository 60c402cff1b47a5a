/**
 * Simulates many users of one server and prints the measurements as JSON. Runs in its own process on its own
 * core.
 * node src/load.ts '{"peer":"tavla","port":1,"serverPid":1,"people":50,"boards":1,"seconds":8,…}'
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { peers } from './peers/index.ts'
import type { Person } from './peers/peer.ts'
import { cursorsPerSecond, drawingShare, editsPerSecond, previewsPerSecond } from './rates.ts'
import { coreBusyMs, mainThreadCpuMs, memoryMb, pause, processCpuMs, quantile, waitedMs } from './machine.ts'

export interface LoadOrder {
  readonly peer: string
  readonly port: number
  readonly serverPid: number
  /** Per board. */
  readonly people: number
  readonly boards: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly serverCore: number
  readonly ownCore: number
}

export interface Times {
  readonly samples: number
  readonly p50?: number
  readonly p95?: number
  readonly p99?: number
}

export interface LoadReport {
  /** Updates sent while measuring, multiplied by the number of receivers of each. */
  readonly offered: number
  /** Received updates, extrapolated from the watchers. */
  readonly delivered: number
  readonly edits: Times
  readonly previews: Times
  /** Latency of acknowledgements, if the server sends any. */
  readonly acks: Times
  readonly serverCpuMs: number
  readonly serverMainMs: number
  readonly seconds: number
  readonly memoryMb: number
  readonly framesPerPerson: number
  readonly bytesPerPersonPerSecond: number
  readonly closed: number
  readonly why?: string
  readonly generator: {
    /** CPU usage of its core, as a fraction. */
    readonly cpu: number
    readonly lagP99Ms: number
    /** Delay of sent updates, p95. */
    readonly lateP95Ms: number
    /** Fraction of its core and of the server's core used by other processes. */
    readonly othersHere: number
    readonly othersThere: number
    /** Fraction of time that it and the server waited for their cores. */
    readonly waitedHere: number
    readonly waitedThere: number
  }
}

const watchersThatDraw = 4
const watchersThatDoNot = 2
const joinTogether = 8
const beatMs = 4

const order = JSON.parse(process.argv[2]!) as LoadOrder
const peer = peers[order.peer]!
const total = order.people * order.boards

/** Seeded, so that every server gets the same load. */
let state = 7
const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647

const sentAt: number[] = [0]
const isPreview: boolean[] = [false]
let measuring = false
const editMs: number[] = []
const previewMs: number[] = []
const ackMs: number[] = []
const lateMs: number[] = []
let seen = 0
let closed = 0
let why: string | undefined

const drawsPerBoard = order.people * drawingShare
/** Fractions are summed over boards: with 5 users each, every second board has a drawing user. */
const draws = (board: number, index: number): boolean =>
  index < Math.floor((board + 1) * drawsPerBoard) - Math.floor(board * drawsPerBoard) || (total < 10 && index === 0)

const firstBoards = 6
function isWatching(board: number, index: number): boolean {
  if (order.boards > 1) return board < firstBoards && (index === 0 || index === order.people - 1)
  return (draws(0, index) && index < watchersThatDraw) || index >= order.people - watchersThatDoNot
}

interface ActiveUser {
  readonly person: Person
  nextCursor: number
  nextPreview: number
  nextEdit: number
}
const load: ActiveUser[] = []
let watchers = 0

async function joinAll(): Promise<void> {
  const boards = await peer.prepare(order.port, order.boards, order.people)
  let next = 0
  const one = async (): Promise<void> => {
    while (next < total) {
      const index = next
      next += 1
      const [board, place] = [Math.floor(index / order.people), index % order.people]
      const isDrawing = draws(board, place)
      const watches = isWatching(board, place)
      if (watches) watchers += 1
      const person = await peer.join({
        port: order.port,
        board: boards[board]!,
        index,
        draws: isDrawing,
        ...(watches ? { watch: { saw, cursors } } : {}),
        acked: (serial) => {
          if (measuring && sentAt[serial]! >= beganAt) ackMs.push(performance.now() - sentAt[serial]!)
        },
        onClose: (reason) => {
          closed += 1
          why ??= reason
        },
      })
      const now = performance.now()
      const when = (perSecond: number): number => now + (random() * 1000) / perSecond
      const never = Number.POSITIVE_INFINITY
      // Users are active from the moment they join.
      load.push({
        person,
        nextCursor: when(cursorsPerSecond),
        nextPreview: isDrawing ? when(previewsPerSecond) + 1_000 : never,
        nextEdit: isDrawing ? when(editsPerSecond) : never,
      })
    }
  }
  await Promise.all(Array.from({ length: joinTogether }, one))
}

function saw(serial: number): void {
  if (!measuring) return
  seen += 1
  const at = sentAt[serial]
  if (at === undefined || at < beganAt) return
  ;(isPreview[serial] ? previewMs : editMs).push(performance.now() - at)
}

function cursors(count: number): void {
  if (measuring) seen += count
}

function stamp(preview: boolean): number {
  sentAt.push(performance.now())
  isPreview.push(preview)
  return sentAt.length - 1
}

let sent = 0
let beganAt = Number.POSITIVE_INFINITY
let step = 0
function beat(): void {
  const now = performance.now()
  for (const playing of load) {
    if (now >= playing.nextCursor) {
      sending(now - playing.nextCursor)
      playing.nextCursor += 1000 / cursorsPerSecond
      step += 1
      playing.person.cursor((step * 7) % 4000, (step * 3) % 3000)
    }
    if (now >= playing.nextEdit) {
      sending(now - playing.nextEdit)
      playing.nextEdit += 1000 / editsPerSecond
      playing.person.edit(stamp(false))
    }
    if (now >= playing.nextPreview) {
      sending(now - playing.nextPreview)
      playing.nextPreview += 1000 / previewsPerSecond
      playing.person.preview(stamp(true))
    }
  }
}

function sending(late: number): void {
  if (!measuring) return
  sent += 1
  lateMs.push(late)
}

function times(values: readonly number[]): Times {
  const of = (q: number): { [key: string]: number } => {
    const value = quantile(values, q)
    return value === undefined ? {} : { [`p${q * 100}`]: Math.round(value * 100) / 100 }
  }
  return { samples: values.length, ...of(0.5), ...of(0.95), ...of(0.99) }
}

const timer = setInterval(beat, beatMs)
await joinAll()
await pause(order.warmUpSeconds * 1000)
const lag = monitorEventLoopDelay({ resolution: 2 })
lag.enable()
const own = process.cpuUsage()
const before = {
  server: processCpuMs(order.serverPid),
  main: mainThreadCpuMs(order.serverPid),
  here: coreBusyMs(order.ownCore),
  waitedHere: waitedMs(process.pid),
  waitedThere: waitedMs(order.serverPid),
  there: coreBusyMs(order.serverCore),
  frames: load.reduce((sum, { person }) => sum + person.frames, 0),
  bytes: load.reduce((sum, { person }) => sum + person.bytes, 0),
}
beganAt = performance.now()
measuring = true
await pause(order.seconds * 1000)
const wholeMs = performance.now() - beganAt
const used = process.cpuUsage(own)
const ownMs = (used.user + used.system) / 1000
const serverCpuMs = processCpuMs(order.serverPid) - before.server
const serverMainMs = mainThreadCpuMs(order.serverPid) - before.main
/** Database threads of the server use the same core. */
const waitedThere = waitedMs(order.serverPid) - before.waitedThere - (serverCpuMs - serverMainMs)
const report: LoadReport = {
  offered: sent * (order.people - 1),
  delivered: watchers === 0 ? 0 : Math.round((seen / watchers) * total),
  edits: times(editMs),
  previews: times(previewMs),
  acks: times(ackMs),
  serverCpuMs,
  serverMainMs,
  seconds: wholeMs / 1000,
  memoryMb: memoryMb(order.serverPid).now,
  framesPerPerson: (load.reduce((sum, { person }) => sum + person.frames, 0) - before.frames) / total,
  bytesPerPersonPerSecond:
    (load.reduce((sum, { person }) => sum + person.bytes, 0) - before.bytes) / total / (wholeMs / 1000),
  closed,
  ...(why === undefined ? {} : { why }),
  generator: {
    cpu: ownMs / wholeMs,
    lagP99Ms: lag.percentile(99) / 1e6,
    lateP95Ms: quantile(lateMs, 0.95) ?? 0,
    othersHere: Math.max(0, (coreBusyMs(order.ownCore) - before.here - ownMs) / wholeMs),
    othersThere: Math.max(0, (coreBusyMs(order.serverCore) - before.there - serverCpuMs) / wholeMs),
    waitedHere: (waitedMs(process.pid) - before.waitedHere) / wholeMs,
    waitedThere: Math.max(0, waitedThere / wholeMs),
  },
}
measuring = false
clearInterval(timer)
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)
