/**
 * Voice rooms for a long while, over real sockets and RTP: three people who stay and talk, and three of whom one leaves and
 * comes back every 20 s. Prints the memory of server and forwarder, and what was billed beside what a stopwatch says.
 *   node soak.ts [--minutes 30] [--out soak.json]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { VoiceTab } from '../../packages/server/src/testing/voice-tab.ts'
import {
  createSpace,
  forwarderOf,
  memoryMb,
  pause,
  type Person,
  processCpuMs,
  register,
  startTavla,
} from './src/people.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    out: { type: 'string', default: join(import.meta.dirname, 'soak.json') },
  },
})
const minutes = Number(values.minutes)
const sampleMs = 15_000
const churnMs = 20_000

const folder = mkdtempSync(join(tmpdir(), 'bench-voice-'))
const tavla = await startTavla(folder, { LIMITS: 'none' })
const names = ['ada', 'bob', 'cy', 'dan', 'eva', 'fay']
const people: Person[] = []
for (const name of names) people.push(await register(tavla.url, name))
const [ada, bob, cy, dan, eva, fay] = people as [Person, Person, Person, Person, Person, Person]
const steady = await createSpace(ada, [bob, cy])
const busy = await createSpace(dan, [eva, fay])
const join_ = (who: Person, wid: string) => VoiceTab.join(tavla.url, who as never, wid)

const stay = [await join_(ada, steady), await join_(bob, steady), await join_(cy, steady)]
await Promise.all(stay.map((tab, index) => tab.hears(...[ada, bob, cy].filter((_, at) => at !== index).map(({ uid }) => uid))))
const beganAt = performance.now()
const others = [await join_(dan, busy), await join_(eva, busy)]
const forwarder = forwarderOf(tavla.pid)
const samples: { minute: number; serverMb: number; forwarderMb: number; forwarderCpu: number; serverCpu: number }[] = []
const restsMs = minutes * 60_000
let sampledAt = beganAt
let cpu = [processCpuMs(tavla.pid), processCpuMs(forwarder)] as const
let joins = 0
let goer: VoiceTab | null = null
for (let nextChurn = 0; performance.now() - beganAt < restsMs; ) {
  const now = performance.now() - beganAt
  if (now >= nextChurn) {
    nextChurn = now + churnMs
    goer?.leave()
    goer = await join_(fay, busy)
    joins += 1
    await goer.hears(dan.uid, eva.uid)
  }
  if (performance.now() - sampledAt >= sampleMs) {
    const next = [processCpuMs(tavla.pid), processCpuMs(forwarder)] as const
    const elapsed = performance.now() - sampledAt
    samples.push({
      minute: Number((now / 60_000).toFixed(2)),
      serverMb: Math.round(memoryMb(tavla.pid)),
      forwarderMb: Math.round(memoryMb(forwarder)),
      serverCpu: Number(((100 * (next[0] - cpu[0])) / elapsed).toFixed(2)),
      forwarderCpu: Number(((100 * (next[1] - cpu[1])) / elapsed).toFixed(2)),
    })
    cpu = next
    sampledAt = performance.now()
    process.stdout.write(`${JSON.stringify(samples.at(-1))}\n`)
  }
  await pause(500)
  // Frames pile up in the clients, not in what is measured.
  for (const tab of [...stay, ...others]) tab.frames.splice(0, Math.max(0, tab.frames.length - 100))
}
const isSame = forwarderOf(tavla.pid) === forwarder
const cut = stay.filter(({ closedAs }) => closedAs !== null).length
for (const tab of stay) tab.leave()
const stayedMs = performance.now() - beganAt
for (const tab of [...others, goer]) tab?.leave()
await pause(1_000)
await tavla.stop()
const db = new DatabaseSync(join(folder, 'tavla.db'), { readOnly: true })
const { billed } = db.prepare('select sum(billed_ms) as billed from voice_stays where wid = ?').get(steady) as { billed: number }
db.close()
const result = {
  ...{ minutes: stayedMs / 60_000, joins, isSame, cut, billedMs: billed, stopwatchMs: Math.round(3 * stayedMs) },
  driftMs: billed - Math.round(3 * stayedMs),
  samples,
}
writeFileSync(values.out, JSON.stringify(result, null, 1))
process.stdout.write(`${JSON.stringify({ ...result, samples: undefined })}\n`)
rmSync(folder, { recursive: true, force: true })
process.exit(0)
