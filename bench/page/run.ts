/**
 * Opens the first views on an empty cache, at 20 Mbit/s and with a CPU four times slower, beside bare pages with the
 * peers' components; all take turns in each round, and the figures are medians.
 *   node run.ts [--rounds 5] [--out results.json]
 * The web has to be built; the peers' pages are built by the first run.
 */
import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPeople } from '../../e2e/pages/people.ts'
import { startServer } from '../../e2e/server.ts'
import { browserArguments, findBrowser } from '../../tools/find-browser.ts'
import { type Figures, measureView, type View } from './src/measure.ts'
import { servePeer } from './src/peer-server.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    out: { type: 'string', default: join(import.meta.dirname, 'results.json') },
  },
})
const here = import.meta.dirname

function build(app: string): string {
  const folder = join(here, 'build', app)
  if (!existsSync(folder)) {
    const vite = join(here, 'node_modules/vite/bin/vite.js')
    const options = { cwd: here, env: { ...process.env, BENCH_APP: app }, stdio: 'inherit' } as const
    if (spawnSync(process.execPath, [vite, 'build'], options).status !== 0)
      throw new Error(`${app} could not be built`)
  }
  return folder
}

const excalidraw = await servePeer([
  build('excalidraw'),
  join(here, 'node_modules/@excalidraw/excalidraw/dist/prod'),
])
const tldraw = await servePeer([build('tldraw')])
const server = await startServer({ env: { LIMITS: 'none' } })
const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: browserArguments })
const person = await createPeople(browser, server.url, () => undefined).member('Ada')
const wid = await createPeople(browser, server.url, () => undefined).space(person, 'Harbour', [])
await person.page.goto(`${server.url}/app/dashboard`)
const userinfo = await person.page.evaluate(() => localStorage.getItem('userinfo') ?? '')
await person.page.close()
const stored = { userinfo }

const app = `${server.url}/app`
const views: readonly View[] = [
  { name: 'Tavla, login', url: `${app}/login`, ready: 'form input:not([disabled])' },
  { name: 'Tavla, dashboard', url: `${app}/dashboard`, ready: 'main a[href*="whiteboard"]', stored },
  {
    name: 'Tavla, board',
    url: `${app}/whiteboard?w=${wid}`,
    ready: 'main:not([inert]) [data-testid="board"] canvas',
    stored,
  },
  { name: 'Excalidraw, bare page', url: excalidraw.url, ready: '.excalidraw canvas.interactive' },
  { name: 'tldraw, bare page', url: tldraw.url, ready: '.tl-canvas' },
]

const results = new Map<string, Figures[]>(views.map(({ name }) => [name, []]))
const load = loadavg()[0]!
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const view of views) results.get(view.name)!.push(await measureView(browser, view))

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
process.stdout.write(
  [
    `${cpus().length} cores (${cpus()[0]?.model}), load ${load.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after; ${new Date().toISOString().slice(0, 10)}; medians of ${values.rounds} rounds`,
    '',
    '| view | usable after, ms | JavaScript until then, KiB |',
    '| --- | --- | --- |',
    ...[...results].map(
      ([name, all]) =>
        `| ${name} | ${median(all.map(({ ms }) => ms)).toFixed(0)} | ${median(all.map(({ scriptKib }) => scriptKib)).toFixed(0)} |`,
    ),
    '',
  ].join('\n'),
)
writeFileSync(values.out, JSON.stringify(Object.fromEntries(results), null, 1))
await browser.close()
await server.dispose()
excalidraw.close()
tldraw.close()
