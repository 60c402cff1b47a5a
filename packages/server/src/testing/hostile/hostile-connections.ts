import { randomFrom } from '../../realtime/testing/kill.ts'
import { type HostileRequest, hostileRequests, malformedEdit } from './hostile-requests.ts'
import { RawSocket } from './raw-socket.ts'

export interface HostileOptions {
  readonly port: number
  /** A board, and a fresh ticket of somebody who may edit it. */
  readonly member: () => Promise<{ readonly wid: string; readonly ticket: string }>
  /** How often the list is gone through; from the second time on with some bytes changed. */
  readonly rounds: number
  readonly seed: number
}

export interface HostileResult {
  readonly connections: number
  readonly answers: number
  /** Requests that were neither answered nor ended, and connections that stayed after this side was finished. */
  readonly unanswered: readonly string[]
  /** Requests that were answered as a fault of the server. */
  readonly failed: readonly string[]
}

/** What nobody has answered after this time hangs, ms. */
const timeoutMs = 15_000
const maxParallel = 16

/** How a connection is ended: by a reset after so many pieces or at the first byte of the answer, or by a FIN after all of them. */
type Ending = number | 'answer' | 'finish'

/** Sends everything hostile to a server, with a reset at each state, and tells what was not dealt with. */
export async function attackConnections({
  port,
  member,
  rounds,
  seed,
}: HostileOptions): Promise<HostileResult> {
  const random = randomFrom(seed)
  const result = { connections: 0, answers: 0, unanswered: [] as string[], failed: [] as string[] }

  async function attack(request: HostileRequest, ending: Ending): Promise<void> {
    result.connections += 1
    const raw = await RawSocket.open(port, { allowHalfOpen: ending === 'finish' })
    const pieces = typeof ending === 'number' ? request.pieces.slice(0, ending) : request.pieces
    for (const piece of pieces) {
      raw.write(piece)
      await raw.flushed()
    }
    if (ending === 'finish') raw.finish()
    const done =
      ending === 'answer' ? raw.waitForText('') : ending === 'finish' ? raw.closed : Promise.resolve()
    if (!(await inTime(done))) result.unanswered.push(`${request.name}, ${ending}`)
    result.answers += raw.statuses.length
    if (raw.statuses.some((status) => status >= 500)) result.failed.push(request.name)
    raw.reset()
    await raw.closed
  }

  for (let round = 0; round < rounds; round += 1) {
    const change =
      round === 0
        ? (request: HostileRequest) => request
        : (request: HostileRequest) => changed(request, random)
    const works = hostileRequests
      .map(change)
      .flatMap((request) => getEndings(request, round === 0).map((ending) => () => attack(request, ending)))
    for (const ending of getEndings(malformedEdit('w', 't'), true)) {
      works.push(async () => {
        const { wid, ticket } = await member()
        await attack(malformedEdit(wid, ticket), ending)
      })
    }
    await runAll(works)
  }
  return result
}

/** Whether bytes that were changed at random are answered at once nobody knows; that they end is certain. */
function getEndings({ pieces, isIncomplete }: HostileRequest, isKnown: boolean): readonly Ending[] {
  const resets = Array.from({ length: pieces.length + 1 }, (_, at) => at)
  return [...resets, ...(isKnown && !isIncomplete ? (['answer'] as const) : []), 'finish']
}

/** The same with one to four bytes of one piece replaced. */
function changed(request: HostileRequest, random: () => number): HostileRequest {
  const upTo = (end: number): number => Math.floor(random() * end)
  const at = upTo(request.pieces.length)
  const pieces = request.pieces.map((piece, index) => {
    if (index !== at || piece.length === 0) return piece
    const bytes = Buffer.from(piece)
    for (let times = upTo(4); times >= 0; times -= 1) bytes[upTo(bytes.length)] = upTo(256)
    return bytes
  })
  return { ...request, pieces }
}

async function runAll(works: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...works]
  const one = async (): Promise<void> => {
    for (let work = left.shift(); work; work = left.shift()) await work()
  }
  await Promise.all(Array.from({ length: maxParallel }, one))
}

/** Did it happen before patience ended? */
async function inTime(done: Promise<void>, ms = timeoutMs): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([done.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** A connection that takes its time, and how long the server lets it, ms. */
interface SlowConnection {
  readonly name: string
  readonly start: string
  /** Sent again and again, so that the connection is never silent. */
  readonly drip?: string
  readonly within: number
}

const slowBody = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`

const dripEvery = 250
const slack = 10_000

/** They end by the time of headers or of a hello: the short form. */
const slowToBegin: readonly SlowConnection[] = [
  { name: 'a connection that says nothing', start: '', within: 10_000 },
  { name: 'half a request line', start: 'GET /healthz HT', within: 10_000 },
  { name: 'headers without an end', start: 'GET / HTTP/1.1\r\n', drip: 'X: 1\r\n', within: 10_000 },
  {
    name: 'an upgrade without an end',
    start: 'GET /api/live HTTP/1.1\r\nUpgrade: websocket\r\n',
    within: 10_000,
  },
]
const slowToEnd: readonly SlowConnection[] = [
  { name: 'a body that stops', start: slowBody('/api/user/login'), within: 30_000 },
  { name: 'a body that drips', start: slowBody('/api/user/login'), drip: ' ', within: 30_000 },
  { name: 'a body that drips to nobody', start: slowBody('/nowhere'), drip: ' ', within: 30_000 },
  {
    name: 'a connection kept for nothing',
    start: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
    within: 75_000,
  },
]

/** Holds slow connections until the server ends them; answers those that it did not end. */
export async function holdSlowConnections(
  port: number,
  length: 'short' | 'long',
): Promise<readonly string[]> {
  const all = length === 'short' ? slowToBegin : [...slowToBegin, ...slowToEnd]
  const held = await Promise.all(
    all.map(async ({ name, start, drip, within }) => {
      const raw = await RawSocket.open(port)
      raw.write(start)
      const dripping = drip === undefined ? undefined : setInterval(() => raw.write(drip), dripEvery)
      const ended = await inTime(raw.closed, within + slack)
      clearInterval(dripping)
      raw.reset()
      return ended ? [] : [name]
    }),
  )
  return held.flat()
}
