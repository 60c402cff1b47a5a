/**
 * Soak test of a busy room: users join, leave, draw, move, erase, undo and redo, while the server's memory is
 * measured.
 * node soak.ts [--minutes 30] [--people 30] [--out soak.json] [--snapshots folder]
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createKeyBetween } from '../../packages/canvas/src/document/model/order-keys.ts'
import { encodePiece } from '../../packages/canvas/src/document/model/stroke-points.ts'
import { boardSchemas, encodeChanges, encodeEdit } from '../../packages/canvas/src/model.ts'
import type { Change, NewRecord } from '../../packages/canvas/src/model.ts'
import { decodeServerFrame, encodeClientFrame } from '../../packages/contract/src/realtime/index.ts'
import type { ServerFrame } from '../../packages/contract/src/realtime/index.ts'
import { memoryMb, pause, processCpuMs } from './src/machine.ts'
import { call, hello, register, requestTicket } from './src/peers/tavla.ts'
import { RawSocket } from './src/raw-socket.ts'
import { serverBuild } from '../../tools/server-build.ts'
import { builtServerArgs, serverEnv } from '../../tools/server-process.ts'
import { runBuildIfChanged } from '../../tools/stamped-build.ts'
import { firstPage, TavlaPage } from './src/tavla-page.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    people: { type: 'string', default: '30' },
    out: { type: 'string', default: join(import.meta.dirname, 'soak.json') },
    /** Writes heap snapshots of the server after the warm-up and at the end. */
    snapshots: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const people = Number(values.people)
/** Fraction of the time for caches to fill and code to be compiled. */
const warmUpShare = 1 / 3
const lastShare = 0.97
const sampleEveryMs = 10_000
const actEveryMs = 300
const cursorEveryMs = 200
const awayMs = 2_000
const wanted = 1_500
const mb = 1024 * 1024
/** Elements drawn or erased per edit. */
const perEdit = 9
/** Elements erased before users join: more than the server keeps for undo. */
const erasedFirst = 55_000
/** Maximum unanswered edits while filling. */
const mostWaiting = 100

let state = 11
const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

if (!(await runBuildIfChanged(serverBuild))) throw new Error('The server could not be built')
const folder = mkdtempSync(join(tmpdir(), 'bench-soak-'))
const probe = join(import.meta.dirname, 'src/memory-probe.cjs')
const server = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--expose-gc', '--require', probe, ...builtServerArgs],
  {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      ...serverEnv,
      PORT: '0',
      DATA_DIR: folder,
      LIMITS: 'none',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      SNAPSHOTS: values.snapshots ?? '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)

interface Sample {
  readonly minute: number
  readonly rssMb: number
  /** Anonymous memory: not shared with programs and files. */
  readonly anonymousMb: number
  /** After garbage collection. */
  readonly heapMb: number
  /** Total heap size, including free space. */
  readonly heapHeldMb: number
  readonly externalMb: number
  readonly records: number
  readonly cpuMs: number
}
const samples: Sample[] = []
const counts = { edits: 0, undone: 0, redone: 0, refusedHere: 0, refused: 0, left: 0, failed: 0 }
let beganAt = performance.now()
const over = (): boolean => performance.now() - beganAt > minutes * 60_000
let port = 0
let pages: TavlaPage[] = []

const ready = new Promise<number>((resolve, reject) => {
  server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  server.stdout.on('data', (data: Buffer) => {
    const text = data.toString()
    const address = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)
    if (address) resolve(Number(address[1]))
    for (const [, json] of text.matchAll(/^memory (.*)$/gm)) sampled(JSON.parse(json!) as Record<string, number>)
  })
})

const defaultsByKind = new Map(boardSchemas.map(({ kind, defaults }) => [kind, defaults]))
let made = 0

function drawn(): Change[] {
  made += 1
  const id = `e${made}`
  const [x, y] = [Math.round(random() * 4000), Math.round(random() * 3000)]
  const base = { id, parent: firstPage, z: createKeyBetween(null, null, random), x, y, w: 120, h: 80, r: 0 }
  const of = (kind: string): NewRecord => ({ ...defaultsByKind.get(kind), ...base, kind })
  if (random() < 0.5) return [{ op: 'put', record: of('rect') }]
  const points = Array.from({ length: 40 }, (_, i) => ({ x: x + i * 3, y: y + Math.sin(i) * 40 + 40, pressure: 0.5 }))
  return [
    { op: 'put', record: of('pen') },
    { op: 'append', id, n: 0, piece: encodePiece(points), last: true },
  ]
}

const listElements = (page: TavlaPage): string[] => [...page.replica.document.ids()].filter((id) => id.startsWith('e'))

function act(page: TavlaPage, index: number): void {
  const { replica } = page
  const elements = listElements(page)
  const edit = (changes: readonly Change[]): void => {
    counts.edits += 1
    if (replica.edit(changes, `m${index}-${counts.edits}`)) counts.refusedHere += 1
  }
  const dice = random()
  if (dice < 0.1 && replica.canUndo.value) {
    counts.undone += 1
    replica.undo()
  } else if (dice < 0.14 && replica.canRedo.value) {
    counts.redone += 1
    replica.redo()
  } else if (dice < 0.3 && elements.length > 0) {
    const id = pick(elements)!
    const fields = { x: Math.round(random() * 4000), y: Math.round(random() * 3000) }
    page.send({ t: 'preview' }, encodeChanges([{ op: 'patch', id, fields }]))
    edit([{ op: 'patch', id, fields }])
    page.send({ t: 'preview' })
  } else if (elements.length > wanted * (0.9 + random() * 0.2)) {
    edit([{ op: 'remove', ids: [...new Set(Array.from({ length: perEdit }, () => pick(elements)!))] }])
  } else edit(Array.from({ length: perEdit }, drawn).flat())
}

/** The server's history caches are bounded but take half an hour to fill, so they are filled first. */
async function fill(token: string, board: string): Promise<void> {
  let [isIn, sent, answered] = [false, 0, 0]
  const socket = await RawSocket.open({
    port,
    path: '/api/live',
    wants: () => true,
    onMessage(bytes) {
      const received = decodeServerFrame(bytes)
      if (typeof received === 'string') throw new Error(`a frame is ${received}`)
      if (received.frame.t === 'welcome') isIn = true
      if (received.frame.t === 'ack') answered += received.frame.acks.length
    },
  })
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await pause(5)
  }
  socket.send(hello(await requestTicket(port, token), { wid: board }))
  await until(() => isIn)
  const edit = (changes: Change[]): void => {
    sent += 1
    const id = `filling:${sent}`
    socket.send(encodeClientFrame({ t: 'edit' }, encodeEdit({ id, base: 0, mark: id, changes }, sent - 1)))
  }
  for (let erased = 0; erased < erasedFirst; erased += perEdit) {
    const elements = Array.from({ length: perEdit }, drawn).flat()
    edit(elements)
    edit([{ op: 'remove', ids: elements.flatMap((change) => (change.op === 'put' ? [change.record.id] : [])) }])
    await until(() => sent - answered < mostWaiting)
  }
  await until(() => answered === sent)
  socket.close()
}

async function live(index: number, token: string, board: string): Promise<void> {
  for (let visit = 0; !over(); visit += 1) {
    try {
      const onFrame = (frame: { readonly t: string }): void => {
        if (frame.t === 'reject') counts.refused += 1
      }
      const page = await TavlaPage.open({ port, board, token, tab: `p${index}v${visit}`, onFrame })
      await page.complete
      pages.push(page)
      const until = performance.now() + (20 + random() * 160) * 1000
      let cursorAt = 0
      while (performance.now() < until && !over()) {
        act(page, index)
        for (let waited = 0; waited < actEveryMs; waited += 100) {
          await pause(60 + random() * 80)
          if (performance.now() - cursorAt < cursorEveryMs) continue
          cursorAt = performance.now()
          page.send({ t: 'presence', cursor: [random() * 4000, random() * 3000] })
        }
      }
      pages = pages.filter((other) => other !== page)
      page.close()
      counts.left += 1
    } catch (error) {
      counts.failed += 1
      if (!over()) console.error(error instanceof Error ? error.message : error)
    }
    await pause(random() * awayMs)
  }
}

function sampled({ heapUsed, heapTotal, external }: Record<string, number>): void {
  const { now, anonymous } = memoryMb(server.pid!)
  const sample: Sample = {
    minute: (performance.now() - beganAt) / 60_000,
    rssMb: now,
    anonymousMb: anonymous,
    heapMb: heapUsed! / mb,
    heapHeldMb: heapTotal! / mb,
    externalMb: external! / mb,
    records: pages[0]?.replica.document.size ?? 0,
    cpuMs: processCpuMs(server.pid!),
  }
  samples.push(sample)
  writeFileSync(values.out, `${JSON.stringify({ minutes, people, counts, samples }, null, 1)}\n`)
}

/** Slope by least squares in MB per hour, with its standard error; a slope within its error counts as flat. */
function slope(of: (sample: Sample) => number): { readonly perHour: number; readonly error: number } {
  const later = samples.filter(({ minute }) => minute > minutes * warmUpShare)
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(later.map(({ minute }) => minute)), mean(later.map(of))]
  const spread = later.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  const rise = later.reduce((sum, sample) => sum + (sample.minute - x) * (of(sample) - y), 0) / spread
  const rest = later.reduce((sum, sample) => sum + (of(sample) - y - rise * (sample.minute - x)) ** 2, 0)
  return { perHour: rise * 60, error: Math.sqrt(rest / Math.max(1, later.length - 2) / spread) * 60 }
}

port = await ready
const token = await register(port, 'soak')
const board = String((await call(port, 'POST', '/api/space', token, { name: 'Soak' }))['wid'])
await fill(token, board)
beganAt = performance.now()
const sampling = setInterval(() => server.kill('SIGUSR2'), sampleEveryMs)
if (values.snapshots !== undefined)
  for (const share of [warmUpShare, lastShare])
    setTimeout(() => server.kill('SIGWINCH'), minutes * share * 60_000)
await Promise.all(Array.from({ length: people }, (_, index) => live(index, token, board)))
clearInterval(sampling)
const { most } = memoryMb(server.pid!)
const text = ({ perHour, error }: { perHour: number; error: number }): string =>
  `${perHour.toFixed(1)} ± ${error.toFixed(1)} MB an hour`
const after = samples.find(({ minute }) => minute > minutes * warmUpShare)
const last = samples.at(-1)
console.log(
  [
    `${minutes} minutes, ${people} people, ${JSON.stringify(counts)}`,
    `heap after a collection: ${after?.heapMb.toFixed(1)} MB at minute ${after?.minute.toFixed(0)}, ${last?.heapMb.toFixed(1)} MB at the end; ${text(slope(({ heapMb }) => heapMb))}`,
    `resident: ${after?.rssMb.toFixed(0)} MB, ${last?.rssMb.toFixed(0)} MB at the end, ${most.toFixed(0)} MB at most; ${text(slope(({ rssMb }) => rssMb))}`,
    `server CPU: ${((((last?.cpuMs ?? 0) - (samples[0]?.cpuMs ?? 0)) / (performance.now() - beganAt)) * 100).toFixed(1)} % of a core`,
  ].join('\n'),
)
server.kill('SIGKILL')
rmSync(folder, { recursive: true, force: true })
process.exit(0)
