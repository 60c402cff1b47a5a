import { get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A thread of its own, so that what the attack costs the attacker is not taken for what it costs the server: asks whether the
// server is well at a steady pace, whether or not the last answer has come; a late answer counts from when it was due.

/** How often somebody asks. */
const askEveryMs = 20

const { url } = workerData as { readonly url: string }
const latencies: number[] = []
const under: Promise<void>[] = []
let isOver = false
parentPort?.once('message', () => (isOver = true))

for (let due = performance.now(); !isOver; due += askEveryMs) {
  const dueAt = due
  while (performance.now() < dueAt) await new Promise((resolve) => setImmediate(resolve))
  under.push(answer().then(() => void latencies.push(performance.now() - dueAt)))
}
await Promise.all(under)
parentPort?.postMessage(latencies.sort((a, b) => a - b))

function answer(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().on('end', resolve)).on('error', reject)
  })
}
