import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// A thread of its own, so that what the attack costs the attacker is not taken for what it costs the server: asks whether the
// server is well at a steady pace, whether or not the last answer has come; a late answer counts from when it was due. It
// sleeps in between: one that spun would take one of two cores from the server that it asks.
//
// Half of the questions come as those of a page that is open, over connections that are kept; the others over a new connection
// each. The event loop accepts one connection in each turn, so a new one also waits for the attacker's new ones.

/** How often somebody asks. */
const askEveryMs = 10

/** What a probe answers, ms, in order. */
export interface Latencies {
  readonly kept: readonly number[]
  readonly fresh: readonly number[]
}

const { url } = workerData as { readonly url: string }
const keeping = new Agent({ keepAlive: true })
const latencies = { kept: [] as number[], fresh: [] as number[] }
const under: Promise<void>[] = []
let isOver = false
parentPort?.once('message', () => (isOver = true))

let kind: keyof Latencies = 'kept'
for (let dueAt = performance.now(); !isOver; dueAt += askEveryMs) {
  await setTimeout(Math.max(0, dueAt - performance.now()))
  under.push(ask(kind, dueAt))
  kind = kind === 'kept' ? 'fresh' : 'kept'
}
await Promise.all(under)
keeping.destroy()
const inOrder = (list: number[]): number[] => list.sort((a, b) => a - b)
parentPort?.postMessage({
  kept: inOrder(latencies.kept),
  fresh: inOrder(latencies.fresh),
} satisfies Latencies)

function ask(kind: keyof Latencies, dueAt: number): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: kind === 'kept' ? keeping : false }, (response) =>
      response.resume().on('end', () => {
        latencies[kind].push(performance.now() - dueAt)
        resolve()
      }),
    ).on('error', reject)
  })
}
