/**
 * Runs every app through the same script in one go and prints a table and JSON.
 *   node run.ts [--apps tavla,excalidraw,tldraw] [--scenes mixed:1000,…] [--rounds 1] [--opens] [--out results.json] [--doc file.md] [--from results.json]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { openPeer, type OpenedApp } from './src/apps.ts'
import { openTavla } from './src/tavla-app.ts'
import { makeScene, type SceneName } from './src/scene.ts'
import { Pointer, steps, view, type Step, type StepResult } from './src/steps.ts'
import { formatGoals } from './src/goals.ts'
import { formatTables, type Memory, type Row } from './src/table.ts'

const here = dirname(fileURLToPath(import.meta.url))
const loadCapMs = 60_000
const restMs = 5_000
/** Time limit for importing the scene into the app's storage. */
const bringCapMs = 300_000
const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: 'tavla,excalidraw,tldraw' },
    scenes: {
      type: 'string',
      default:
        'mixed:10,mixed:1000,mixed:5000,handDrawn:5000,mixed:20000,mixed:100000,strokes:5000,images:500,connectors:2000,handwriting:3000,notes:5000,flowchart:2000,mindmap:3000,photos:300,frames:60',
    },
    rounds: { type: 'string', default: '1' },
    /** Measures only how boards open. */
    opens: { type: 'boolean', default: false },
    out: { type: 'string', default: join(here, 'results.json') },
    /** Replaces the results between the markers of this Markdown file. */
    doc: { type: 'string' },
    /** Reads the results of an earlier run instead of measuring. */
    from: { type: 'string' },
  },
})

function capped<T>(work: Promise<T>, capMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const cap = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`did not finish in ${capMs / 1000} s`)), capMs)
  })
  return Promise.race([work, cap]).finally(() => clearTimeout(timer))
}

type MemorySize = 'VmRSS' | 'VmHWM'

/** Memory of the page's process in MB according to the operating system, since heap figures exclude typed arrays and bitmaps. */
async function readMemory(browser: Browser, name: MemorySize): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[]
  }
  await session.detach()
  const all = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const size = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/status`, 'utf8'))
      return Number(size?.[1] ?? 0) / 1024
    })
  return Math.max(...all)
}

/** Now, at most, and after a pause for releasing memory. */
async function measureMemory(browser: Browser): Promise<Memory> {
  const after = await readMemory(browser, 'VmRSS')
  const most = await readMemory(browser, 'VmHWM')
  await new Promise((resolve) => setTimeout(resolve, restMs))
  return { after, most, rested: await readMemory(browser, 'VmRSS') }
}

const wanted = values.opens ? [] : steps
/** Memory is compared after the steps that all apps run. */
const common = wanted.filter(({ needs }) => needs === undefined)
const withOthers = wanted.filter(({ needs }) => needs === 'load')

function failed(error: unknown): StepResult {
  return { ok: false, note: error instanceof Error ? error.message : String(error) }
}

/** Runs steps until one leaves the page without an answer; returns whether all were run. */
async function runSteps(
  page: Page,
  hand: Pointer,
  all: readonly Step[],
  results: Record<string, StepResult>,
): Promise<boolean> {
  for (const step of all) {
    results[step.name] = await capped(step.run(page, hand), step.capMs).catch(failed)
    const alive = await capped(
      page.evaluate(() => 1),
      5000,
    ).catch(() => 0)
    if (alive !== 1) return false
  }
  return true
}

async function runOne(app: string, name: SceneName, count: number): Promise<Row> {
  const scene = makeScene(name, count)
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Not by interception, which lets all requests wait until the page is idle.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  const results: Record<string, StepResult> = {}
  let opened: OpenedApp | undefined
  let memory: Memory | undefined
  try {
    // Camera animations are disabled, so that they do not count as part of a jump.
    const context = await browser.newContext({
      viewport: view,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    let page = await context.newPage()
    opened = await (app === 'tavla'
      ? openTavla(page, join(here, 'build/tavla/inject.js'))
      : openPeer(page, app, join(here, 'build', app)))
    if (opened.importScene) {
      await capped(opened.importScene(page, scene), bringCapMs)
      // A new process, so that importing does not count as memory of the opened board.
      await page.close()
      page = await context.newPage()
    }
    results['open'] = await capped(opened.load(page, scene), loadCapMs).catch(failed)
    if (results['open'].ok) {
      const hand = new Pointer(await page.context().newCDPSession(page))
      const isDone = await runSteps(page, hand, common, results)
      memory = await capped(measureMemory(browser), 20_000).catch(() => undefined)
      const hasOthers = withOthers.length > 0 && isDone
      const canLoad = hasOthers && (await page.evaluate(() => window.adapter?.load !== undefined))
      if (canLoad && (await runSteps(page, hand, withOthers, results)) && memory)
        memory = { ...memory, afterOthers: await readMemory(browser, 'VmRSS') }
    }
  } catch (error) {
    results['open'] ??= failed(error)
  } finally {
    await capped(browser.close(), 10_000).catch(() => undefined)
    await opened?.close()
  }
  return { app, scene: `${name} ${count}`, results, ...(memory === undefined ? {} : { memory }) }
}

for (const app of values.apps.split(',')) {
  if (existsSync(join(here, 'build', app, app === 'tavla' ? 'inject.js' : 'index.html'))) continue
  const built = spawnSync(
    process.execPath,
    [join(here, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: here,
      env: { ...process.env, BENCH_APP: app },
      stdio: 'inherit',
    },
  )
  if (built.status !== 0) process.exit(1)
}

const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, no GPU`

interface Results {
  readonly at: string
  readonly machine: string
  readonly rows: Row[]
}

async function measured(): Promise<Results> {
  const results: Results = { at: new Date().toISOString().slice(0, 10), machine, rows: [] }
  // The machine's speed changes within the hour: each round measures what is compared soon after one another.
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const spec of values.scenes.split(',')) {
      const [name, size] = spec.split(':') as [SceneName, string]
      for (const app of values.apps.split(',')) {
        process.stderr.write(`${name} ${size} ${app}\n`)
        results.rows.push(await runOne(app, name, Number(size)))
        // Saved after each row, so that an interrupted run keeps its results.
        writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`)
      }
    }
  }
  return results
}

const results =
  values.from === undefined ? await measured() : (JSON.parse(readFileSync(values.from, 'utf8')) as Results)
const rounds = Math.max(
  ...results.rows.map(
    (row) => results.rows.filter(({ app, scene }) => app === row.app && scene === row.scene).length,
  ),
)
const table = [
  `${results.machine}; ${results.at}; medians of up to ${rounds} rounds`,
  formatGoals(results.rows),
  formatTables(results.rows),
].join('\n\n')
if (values.doc !== undefined) {
  const [before, rest] = readFileSync(values.doc, 'utf8').split('<!-- measured -->\n')
  const [, after] = rest?.split('<!-- /measured -->') ?? []
  if (before === undefined || after === undefined) throw new Error(`${values.doc} has no place for the table`)
  writeFileSync(values.doc, `${before}<!-- measured -->\n\n${table}\n\n<!-- /measured -->${after}`)
}
console.log(table)
