/**
 * Voice rooms for a long while, over real sockets and RTP: three people who stay and talk, and three of whom one leaves and
 * comes back every 20 s. Prints the memory of server and forwarder, and what was billed beside what a stopwatch says.
 *   node soak.ts [--minutes 30] [--out soak.json]
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { createSpace, type Someone } from '../../packages/server/src/testing/as.ts'
import { VoiceTestClient } from '../../packages/server/src/testing/voice-test-client.ts'
import { memoryMb, pause, processCpuMs } from '../sync/src/machine.ts'
import { startServer } from '../sync/src/server-process.ts'
import { findForwarder, register } from './src/people.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    out: { type: 'string', default: join(import.meta.dirname, 'soak.json') },
  },
})
const minutes = Number(values.minutes)
const sampleMs = 15_000
const churnMs = 20_000

const tavla = await startServer('tavla')
const url = `http://127.0.0.1:${tavla.port}`
const names = ['ada', 'bob', 'cy', 'dan', 'eva', 'fay']
const people: Someone[] = []
for (const name of names) people.push(await register(url, name))
const [ada, bob, cy, dan, eva, fay] = people as [Someone, Someone, Someone, Someone, Someone, Someone]
const steady = await createSpace(ada, 'Talk', { bob: [bob, 'viewer'], cy: [cy, 'viewer'] })
const busy = await createSpace(dan, 'Talk', { eva: [eva, 'viewer'], fay: [fay, 'viewer'] })
const joinRoom = (who: Someone, wid: string) => VoiceTestClient.join(url, who, wid)

const stay = [await joinRoom(ada, steady), await joinRoom(bob, steady), await joinRoom(cy, steady)]
await Promise.all(stay.map((client, index) => client.waitUntilReceives(...[ada, bob, cy].filter((_, at) => at !== index).map(({ uid }) => uid))))
const beganAt = performance.now()
const others = [await joinRoom(dan, busy), await joinRoom(eva, busy)]
const forwarder = findForwarder(tavla.pid)
const samples: { minute: number; serverMb: number; forwarderMb: number; forwarderCpu: number; serverCpu: number }[] = []
const restsMs = minutes * 60_000
let sampledAt = beganAt
let cpu = [processCpuMs(tavla.pid), processCpuMs(forwarder)] as const
let joins = 0
let leaving: VoiceTestClient | null = null
for (let nextChurn = 0; performance.now() - beganAt < restsMs; ) {
  const now = performance.now() - beganAt
  if (now >= nextChurn) {
    nextChurn = now + churnMs
    leaving?.close()
    leaving = await joinRoom(fay, busy)
    joins += 1
    await leaving.waitUntilReceives(dan.uid, eva.uid)
  }
  if (performance.now() - sampledAt >= sampleMs) {
    const next = [processCpuMs(tavla.pid), processCpuMs(forwarder)] as const
    const elapsed = performance.now() - sampledAt
    samples.push({
      minute: Number((now / 60_000).toFixed(2)),
      serverMb: Math.round(memoryMb(tavla.pid).now),
      forwarderMb: Math.round(memoryMb(forwarder).now),
      serverCpu: Number(((100 * (next[0] - cpu[0])) / elapsed).toFixed(2)),
      forwarderCpu: Number(((100 * (next[1] - cpu[1])) / elapsed).toFixed(2)),
    })
    cpu = next
    sampledAt = performance.now()
    process.stdout.write(`${JSON.stringify(samples.at(-1))}\n`)
  }
  await pause(500)
  // Frames pile up in the clients, not in what is measured.
  for (const client of [...stay, ...others]) client.frames.splice(0, Math.max(0, client.frames.length - 100))
}
const isSame = findForwarder(tavla.pid) === forwarder
const cut = stay.filter(({ closeName }) => closeName !== null).length
for (const client of stay) client.close()
const stayedMs = performance.now() - beganAt
for (const client of [...others, leaving]) client?.close()
await pause(1_000)
await tavla.stop()
const db = new DatabaseSync(join(tavla.folder, 'tavla.db'), { readOnly: true })
const { billed } = db.prepare('select sum(billed_ms) as billed from voice_stays where wid = ?').get(steady) as { billed: number }
db.close()
const result = {
  ...{ minutes: stayedMs / 60_000, joins, isSame, cut, billedMs: billed, stopwatchMs: Math.round(3 * stayedMs) },
  driftMs: billed - Math.round(3 * stayedMs),
  samples,
}
writeFileSync(values.out, JSON.stringify(result, null, 1))
process.stdout.write(`${JSON.stringify({ ...result, samples: undefined })}\n`)
tavla.dispose()
process.exit(0)
