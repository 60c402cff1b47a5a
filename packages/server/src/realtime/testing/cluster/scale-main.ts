import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../../../../../tools/redis-process.ts'
import { systemClock } from '../../../ports/clock/system-clock.ts'
import { Drawer } from '../drawer.ts'
import { ExpectedState, newcomer, randomFrom } from '../kill.ts'
import { startNginx } from './nginx.ts'
import { Nodes } from './nodes.ts'

// `node scale-main.ts '{ "database": "postgres://…", … }'`: people draw at a steady rate on several processes behind nginx.
// One line of JSON with the processor time of each part, which depends little on what else the machine does.
const Options = z.object({
  database: z.string(),
  /** Of PostgreSQL's first process. */
  databasePid: z.int(),
  nodes: z.int(),
  boards: z.int(),
  people: z.int(),
  seconds: z.number(),
  seed: z.int(),
})
const {
  database,
  databasePid,
  nodes: count,
  boards,
  people,
  seconds,
  seed,
} = Options.parse(JSON.parse(process.argv[2] ?? ''))
/** Longest pause of a person between two edits, ms: 1.1 edits a second each. */
const pauseMs = 1_500
const warmUpMs = 5_000
/** Linux counts processor time in hundredths of a second. */
const TICKS = 100

/** Processor seconds of a process and all it has started. */
function readProcessorTime(pid: number): number {
  const read = (id: string): { readonly parent: number; readonly seconds: number } | null => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number)
      const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0)
      return { parent: fields[1] ?? 0, seconds: ticks / TICKS }
    } catch {
      // It has ended meanwhile; its parent has its time.
      return null
    }
  }
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids
    .map((id) => ({ id: Number(id), found: read(id) }))
    .filter(({ id, found }) => found && (id === pid || found.parent === pid))
    .reduce((sum, { found }) => sum + (found?.seconds ?? 0), 0)
}

const folder = mkdtempSync(join(tmpdir(), 'tavla-scale-'))
const env = {
  DATABASE_URL: database,
  SECRET: 'the secret that all processes have',
  TRUST_PROXY: '1',
  VOICE: 'off',
}
const nodes = await Nodes.start(count, env, folder)
const nginx = await startNginx(join(folder, 'nginx'), await freePort(), nodes.ports)
try {
  const random = randomFrom(seed)
  const drawers: Drawer[] = []
  for (let board = 0; board < boards; board += 1) {
    const person = await newcomer(nginx.url)
    const expected = new ExpectedState()
    for (let index = 0; index < people / boards; index += 1)
      drawers.push(
        new Drawer({ url: nginx.url, person, name: `b${board}p${index}`, expected, random, pauseMs }),
      )
  }
  for (const { page } of drawers) await page.open()
  const drawing = drawers.map((drawer) => drawer.draw())
  await systemClock.sleep(warmUpMs)
  const measure = async () => {
    const loads = await Promise.all([...nodes.ports.keys()].map((index) => nodes.readLoad(index)))
    return {
      edits: loads.reduce((sum, load) => sum + load.edits, 0),
      server: loads.reduce((sum, load) => sum + load.processorSeconds, 0),
      database: readProcessorTime(databasePid),
      nginx: readProcessorTime(nginx.pid),
      at: systemClock.now(),
    }
  }
  const before = await measure()
  await systemClock.sleep(seconds * 1_000)
  const after = await measure()
  for (const drawer of drawers) drawer.rest()
  await Promise.all(drawing)
  const found = {
    nodes: count,
    ...{ people: drawers.length, boards },
    seconds: (after.at - before.at) / 1_000,
    edits: after.edits - before.edits,
    server: after.server - before.server,
    database: after.database - before.database,
    nginx: after.nginx - before.nginx,
  }
  process.stdout.write(`${JSON.stringify(found)}\n`)
} finally {
  await nginx.stop()
  await nodes.killAll()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
