import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// A thread of its own, so that what the attack costs the attacker is not taken for what it costs the server: asks whether the
// server is well at a steady pace, whether or not the last answer has come; a late answer counts from when it was due. It
// sleeps in between: one that spun would take one of two cores from the server that it asks.
//
// Half of the questions come as those of pages that are open, over connections that are there before the attack begins; the
// others over a new connection each. The event loop accepts one connection in each turn, so a new one also waits for the
// attacker's new ones; connections that were only opened once the kept ones are all in use would be measured as such, too.

/** How often somebody asks. */
const askEveryMs = 10
/** Each is used once a second, within the time for which a server keeps one that is idle. */
const openConnections = 50

/** What a probe answers, ms, in order. */
export interface Latencies {
  readonly open: readonly number[]
  readonly fresh: readonly number[]
}

const { url } = workerData as { readonly url: string }
const keeping = new Agent({
  keepAlive: true,
  maxSockets: openConnections,
  maxFreeSockets: openConnections,
  scheduling: 'fifo',
})
const latencies = { open: [] as number[], fresh: [] as number[] }
const under: Promise<void>[] = []
let isOver = false

if (!parentPort) throw new Error('the probe runs only as a worker')
await Promise.all(Array.from({ length: openConnections }, () => ask(performance.now(), keeping)))
parentPort.postMessage('ready')
await once(parentPort, 'message')
parentPort.once('message', () => (isOver = true))

let isOpen = true
for (let dueAt = performance.now(); !isOver; dueAt += askEveryMs) {
  await setTimeout(Math.max(0, dueAt - performance.now()))
  const list = isOpen ? latencies.open : latencies.fresh
  under.push(ask(dueAt, isOpen ? keeping : false).then((ms) => void list.push(ms)))
  isOpen = !isOpen
}
await Promise.all(under)
keeping.destroy()
const inOrder = (list: number[]): number[] => list.sort((a, b) => a - b)
parentPort.postMessage({
  open: inOrder(latencies.open),
  fresh: inOrder(latencies.fresh),
} satisfies Latencies)

function ask(dueAt: number, agent: Agent | false): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) =>
      response.resume().on('end', () => resolve(performance.now() - dueAt)),
    ).on('error', reject)
  })
}
