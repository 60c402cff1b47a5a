/**
 * Frame times while the pen draws, in Chromium, Firefox and WebKitGTK beside each other, on an empty board and on one of
 * the scenes of bench/board. Needs `npm run build`; browsers that are not installed are named. Peers are measured where
 * bench/board has built their pages, else named.
 *   node run.ts [--elements 5000] [--rounds 3] [--seconds 4]
 */
import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { calls, createClient } from '../../packages/contract/src/index.ts'
import { sendCall } from '../../packages/server/src/testing/test-server.ts'
import { until } from '../../e2e/pages/webkit-browser.ts'
import { startServer } from '../sync/src/server-process.ts'
import '../board/src/adapter.ts'
import { serve } from '../board/src/static-server.ts'
import { makeScene } from '../board/src/scene.ts'
import { tavlaScene, type TavlaScene } from '../board/src/tavla-records.ts'
import { type OpenBrowser, openers } from './browsers.ts'
import { installPenRecorder, type PenRecording } from './pen-recorder.ts'

const { values } = parseArgs({
  options: {
    elements: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
})
const elements = Number(values.elements)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const moves = seconds * 60
const loadsWithinMs = 60_000

const server = await startServer('tavla')
const origin = `http://127.0.0.1:${server.port}`
const createCalls = (token: string | null) => createClient(calls, (outgoing) => sendCall(origin, token, outgoing))
const registered = await createCalls(null).auth.register({
  body: { email: 'ada@example.com', password: 'a long enough password', name: 'Ada' },
})
const api = createCalls(registered.token)
const userinfo = JSON.stringify({ ...registered.user, token: registered.token })

/** A curve that stays within the view and never stands still. */
const path = Array.from({ length: moves }, (_, i) => {
  const turn = (i / moves) * Math.PI * 2
  return { x: Math.round(640 + 300 * Math.sin(turn * 3)), y: Math.round(400 + 200 * Math.sin(turn * 2 + 1)) }
})

interface Scene {
  readonly name: string
  readonly app: string
  open(browser: OpenBrowser): Promise<void>
  takePen(browser: OpenBrowser): Promise<void>
}

async function createScene(name: string, count: number): Promise<Scene> {
  const { wid } = await api.space.create({ body: { name } })
  const scene: Scene = {
    name,
    app: 'Tavla',
    open: (browser) => openBoard(browser, wid),
    async takePen(browser) {
      await browser.run(takePen, count > 0)
      await browser.run(waitUntilSaved)
    },
  }
  if (count === 0) return scene
  const chromium = await openers[0]!.open()
  if (!chromium) throw new Error('Chromium is needed to fill the board')
  await openBoard(chromium, wid)
  await chromium.run(fillBoard, toPlain(makeScene('mixed', count)))
  await chromium.run(waitUntilSaved)
  await chromium.close()
  return scene
}

/** A peer's page with the same scene; undefined if it is not built. */
async function createPeerScene(app: string, name: string, count: number): Promise<Scene | undefined> {
  const board = join(import.meta.dirname, '../board')
  const folder = join(board, 'build', app)
  if (!existsSync(folder)) return undefined
  const { url } = await serve([folder, join(board, 'node_modules/@excalidraw/excalidraw/dist/prod')])
  return {
    name,
    app,
    async open(browser) {
      await browser.goTo(url)
      await until('the page is ready', loadsWithinMs, () =>
        browser.run(() => document.body.hasAttribute('data-ready')).catch(() => false),
      )
      if (count === 0) return
      await browser.run((elements) => window.adapter!.convert('mixed', elements), count)
      await browser.run(() => window.adapter!.open())
      await browser.run(() => window.adapter!.fit())
    },
    takePen: (browser) =>
      browser.run(async () => {
        window.adapter!.tool('draw')
        for (let frames = 0; frames < 120; frames += 1) await new Promise(requestAnimationFrame)
      }),
  }
}

/** The records of a scene as JSON; the page's id is filled in by the page itself. */
function toPlain(scene: ReturnType<typeof makeScene>) {
  const { records, pieces }: TavlaScene = tavlaScene(scene, 'PAGE', () => '')
  return { records, pieces: [...pieces] }
}

interface BoardHost extends HTMLElement {
  readonly board: {
    readonly insert: { importRecords(brought: object): boolean }
    readonly viewport: { fitPage(): void }
    readonly state: { readonly page: { peek(): string | null }; readonly saveState: { peek(): string } }
    setTool(name: string): void
  }
}

async function openBoard(browser: OpenBrowser, wid: string): Promise<void> {
  await browser.goTo(`${origin}/healthz`)
  await browser.run((user) => localStorage.setItem('userinfo', user), userinfo)
  await browser.goTo(`${origin}/app/whiteboard?w=${wid}`)
  // WebKitGTK’s driver ends scripts that were started while a page loads.
  await until('the board is shown', loadsWithinMs, () => browser.run(isShown).catch(() => false))
  await until('everything is saved', loadsWithinMs, () => browser.run(waitUntilSaved).then(
    () => true,
    () => false,
  ))
}

function isShown(): boolean {
  const host = document.querySelector<BoardHost>('main:not([inert]) [data-testid="board"]')
  return host?.board?.state.page.peek() != null
}

function fillBoard({ records, pieces }: ReturnType<typeof toPlain>): void {
  const { board } = document.querySelector<BoardHost>('[data-testid="board"]')!
  const page = board.state.page.peek()
  const own = records.map((record) => (record.parent === 'PAGE' ? { ...record, parent: page } : record))
  const taken = board.insert.importRecords({
    records: own,
    pieces: new Map(pieces.map(([id, piece]) => [id, [piece]])),
  })
  if (!taken) throw new Error('the scene was refused')
}

/** Waits for everything to be saved and for 120 further frames, in which what is made in idle time is made. */
async function waitUntilSaved(): Promise<void> {
  const { board } = document.querySelector<BoardHost>('[data-testid="board"]')!
  for (let frames = 0; frames < 120; frames += 1) {
    await new Promise(requestAnimationFrame)
    if (board.state.saveState.peek() !== 'saved') frames = 0
  }
}

function takePen(fits: boolean): void {
  const { board } = document.querySelector<BoardHost>('[data-testid="board"]')!
  if (fits) board.viewport.fitPage()
  board.setTool('pen')
}

function stopRecording(): PenRecording {
  return window.penRecorder.stop()
}

interface Row {
  readonly browser: string
  readonly scene: Scene
  readonly recordings: PenRecording[]
}

const kinds = [
  { name: 'empty board', count: 0 },
  { name: `${elements} elements in view`, count: elements },
]
const scenes: Scene[] = []
const missing = new Set<string>()
for (const { name, count } of kinds) {
  scenes.push(await createScene(name, count))
  for (const app of ['excalidraw', 'tldraw']) {
    const scene = await createPeerScene(app, name, count)
    if (scene) scenes.push(scene)
    else missing.add(app)
  }
}
const rows: Row[] = []
for (const { name, open } of openers) {
  const browser = await open()
  if (!browser) {
    missing.add(name)
    continue
  }
  try {
    for (const scene of scenes) {
      const recordings: PenRecording[] = []
      await scene.open(browser)
      // One stroke is not counted: it compiles what draws.
      for (let round = 0; round <= rounds; round += 1) {
        await scene.takePen(browser)
        await browser.run(installPenRecorder)
        await browser.draw(path)
        const recording = await browser.run(stopRecording)
        if (round > 0) recordings.push(recording)
      }
      rows.push({ browser: `${name} ${browser.version}`.trim(), scene, recordings })
    }
  } finally {
    await browser.close()
  }
}

const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${rounds} strokes of ${seconds} s and ${moves} points each\n`)
console.log('| Board | Browser | App | frames/s | frame p50, p95, longest (ms) | pen to frame p50, p95 (ms) | points received |')
console.log('|---|---|---|---|---|---|---|')
for (const { browser, scene, recordings } of kinds.flatMap(({ name }) => rows.filter((row) => row.scene.name === name))) {
  const frames = recordings.flatMap((one) => one.frames).toSorted((a, b) => a - b)
  const delays = recordings.flatMap((one) => one.delays).toSorted((a, b) => a - b)
  const drawn = recordings.reduce((sum, { seconds: one }) => sum + one, 0)
  const received = recordings.reduce((sum, { points }) => sum + points, 0)
  const show = (value: number) => value.toFixed(0)
  console.log(
    `| ${scene.name} | ${browser} | ${scene.app} | ${show(frames.length / drawn)} | ${show(at(frames, 0.5))}, ${show(at(frames, 0.95))}, ${show(frames.at(-1) ?? NaN)} | ${show(at(delays, 0.5))}, ${show(at(delays, 0.95))} | ${received} of ${moves * rounds} |`,
  )
}
if (missing.size > 0) console.log(`\nNot there: ${[...missing].join(', ')}`)
await server.stop()
server.dispose()
process.exit(0)
