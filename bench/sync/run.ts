/**
 * Runs Tavla and its peers under the same load in one go and prints tables and JSON.
 *   node run.ts [--quick] [--peers tavla,hocuspocus,…] [--parts loads,boards,model,opens,kills,largest] [--sizes 2,10,…]
 *               [--boards 200] [--seconds 6] [--minutes 15] [--out results.json] [--doc file.md] [--from results.json] [--prof folder]
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type LoadRow, runLoad } from './src/loads.ts'
import { formatGoals } from './src/goals.ts'
import { runKill } from './src/kills.ts'
import { countEdits } from './src/rates.ts'
import { runOpen } from './src/opens.ts'
import { findLoad, findSaturatedLoad, isGood, largestLoad, peerNames, type Results } from './src/results.ts'
import { canPin, loadCore, pinned } from './src/server-process.ts'
import { formatTables } from './src/table.ts'

const here = import.meta.dirname
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'string', default: peerNames.join(',') },
    parts: { type: 'string', default: 'loads,boards,model,opens,kills,largest' },
    sizes: { type: 'string' },
    /** Number of boards of five people in the part `boards`. */
    boards: { type: 'string' },
    seconds: { type: 'string' },
    /** Time limit for searching the largest loads. */
    minutes: { type: 'string', default: '15' },
    out: { type: 'string', default: join(here, 'results.json') },
    /** Replaces the results between the markers of this Markdown file. */
    doc: { type: 'string' },
    /** Reads the results of an earlier run instead of measuring. With `--add`, parts are measured in addition. */
    from: { type: 'string' },
    add: { type: 'boolean', default: false },
    /** Writes CPU profiles of Tavla's servers to this folder. */
    prof: { type: 'string' },
  },
})

const peers = values.peers.split(',')
const parts = new Set(values.parts.split(','))
const sizes = (values.sizes ?? (values.quick ? '10,50' : '2,10,20,50,100,200,500')).split(',').map(Number)
const seconds = Number(values.seconds ?? (values.quick ? 4 : 6))
const boards = { count: Number(values.boards ?? (values.quick ? 20 : 200)), people: 5 }
const openSizes = values.quick ? [10_000] : [10_000, 100_000]
const modelEdits = values.quick ? 10_000 : 100_000
const killSeconds = values.quick ? 3 : 9.5
const searchUntil = performance.now() + Number(values.minutes) * 60_000
/** Few people make few edits, of which the p95 would be the slowest one: they are measured until there are as many. */
const leastEdits = values.quick ? 0 : 100
const getDuration = (people: number, count: number): number =>
  Math.max(seconds, leastEdits / countEdits(people, count))
/** Disturbed rows are repeated once. */
const tries = 2
/** Attempts between the largest successful load and the smallest failed one. */
const searches = 1
const beyond = [750, 1000, 1500, 2000]
const peersWithPages = ['tavla', 'tldraw', 'hocuspocus', 'y-websocket']

const results: Results =
  values.from === undefined
    ? {
        at: new Date().toISOString().slice(0, 10),
        machine: `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}${canPin ? '' : '; nothing was bound to a core'}`,
        seconds,
        loads: [],
        opens: [],
        kills: [],
      }
    : (JSON.parse(readFileSync(values.from, 'utf8')) as Results)

/** Saved after each figure, so that an interrupted run keeps its results. */
function keep(): void {
  writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`)
}

function print(text: string): void {
  process.stderr.write(`${text}\n`)
}

async function load(peer: string, people: number, count = 1): Promise<LoadRow> {
  const nodeArgs = peer === 'tavla' && values.prof ? ['--cpu-prof', `--cpu-prof-dir=${values.prof}`] : []
  const full = count === 1 ? findSaturatedLoad(results, peer, people) : undefined
  if (full !== undefined) {
    const row = { peer, people, boards: count, skipped: `too much already with ${full} people` }
    results.loads.push(row)
    return row
  }
  for (let attempt = 1; ; attempt += 1) {
    const row = await runLoad(peer, people, count, getDuration(people, count), nodeArgs)
    results.loads.push(row)
    keep()
    const { report } = row
    const p95 = report?.edits.p95
    print(
      `${peer}: ${people} × ${count}: ${report ? `p95 ${p95} ms, ${Math.round(report.serverCpuMs / (report.seconds * 10))} % CPU, generator ${Math.round(report.generator.cpu * 100)} %` : row.failed}${row.invalid ? ` (${row.invalid})` : ''}`,
    )
    const isSettled = isGood(row) || row.saturated || row.failed?.startsWith('did not finish')
    if (isSettled || attempt === tries) return row
  }
}

async function searchLargest(peer: string): Promise<void> {
  const isLate = (): boolean => performance.now() > searchUntil
  for (const people of beyond) {
    const { fails, unclear } = largestLoad(results, peer)
    if (isLate() || fails !== undefined || unclear) break
    if (!findLoad(results, peer, people)) await load(peer, people)
  }
  for (let i = 0; i < searches; i += 1) {
    const { most, fails, unclear } = largestLoad(results, peer)
    const above = fails ?? unclear?.people
    if (isLate() || above === undefined || above - most < 20) return
    const middle = Math.round((most + above) / 20) * 10
    if (findLoad(results, peer, middle)) return
    await load(peer, middle)
  }
}

async function measure(): Promise<void> {
  if (parts.has('loads')) for (const people of sizes) for (const peer of peers) await load(peer, people)
  if (parts.has('boards')) for (const peer of peers) await load(peer, boards.people, boards.count)
  if (parts.has('model')) {
    const args = [join(here, 'src/model-figures.ts'), '10000', String(modelEdits)]
    const { command, args: rest } = pinned(loadCore, args)
    const child = spawnSync(command, rest, { cwd: here, encoding: 'utf8', timeout: 180_000 })
    if (child.status === 0) results.model = JSON.parse(child.stdout) as NonNullable<Results['model']>
    else print(`model: ${child.stderr.slice(-500)}`)
    keep()
  }
  if (parts.has('opens')) {
    for (const elements of openSizes)
      for (const peer of peersWithPages.filter((name) => peers.includes(name))) {
        const row = await runOpen(peer, elements)
        results.opens.push(row)
        keep()
        print(`${peer}: open ${elements}: ${row.failed ?? `${row.cold?.ms} ms, then ${row.warm?.ms} ms`}`)
      }
  }
  if (parts.has('kills'))
    for (const peer of peersWithPages.filter((name) => peers.includes(name))) {
      const row = await runKill(peer, killSeconds)
      results.kills.push(row)
      keep()
      print(`${peer}: kill: ${row.failed ?? `${row.lost} of ${row.confirmed} lost`}`)
    }
  if (parts.has('largest') && !values.quick) for (const peer of peers) await searchLargest(peer)
}

if (values.from === undefined || values.add) await measure()
const text = [`${results.machine}; ${results.at}; ${results.seconds} s a row`, formatGoals(results), formatTables(results)].join('\n\n')
if (values.doc !== undefined) {
  const [before, rest] = readFileSync(values.doc, 'utf8').split('<!-- measured: sync -->\n')
  const [, after] = rest?.split('<!-- /measured: sync -->') ?? []
  if (before === undefined || after === undefined) throw new Error(`${values.doc} has no place for the table`)
  writeFileSync(values.doc, `${before}<!-- measured: sync -->\n\n${text}\n\n<!-- /measured: sync -->${after}`)
}
console.log(text)
process.exit(0)
