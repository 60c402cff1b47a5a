import { createInterface } from 'node:readline'
import { z } from 'zod'
import { faultyProxy, type NetworkFault } from '../../testing/hostile/faulty-proxy.ts'
import { outages } from './outage.ts'

// One side of a search that needs another program to break things: `node outage-main.ts '{ "outages": 5, … }'` says "break"
// and "mend", waits for "done" after each, and ends with what it found, as JSON.
const Options = z.object({
  env: z.record(z.string(), z.string()),
  outages: z.int(),
  seed: z.int(),
  readable: z.boolean(),
  /** Breaks the way to the database by itself, by one kind of fault after the other. */
  network: z.boolean().default(false),
})

const faults: readonly NetworkFault[] = ['freeze', 'half-close', 'reset']

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

async function ask(what: 'break' | 'mend'): Promise<void> {
  process.stdout.write(`${what}\n`)
  const { value } = await lines.next()
  if (value !== 'done') throw new Error(`${what} was answered by ${String(value)}`)
}

const askedOutages = () => outages({ ...options, breakIt: () => ask('break'), restore: () => ask('mend') })

async function networkOutages() {
  const proxy = await faultyProxy(options.env['DATABASE_URL'] ?? '')
  let count = 0
  const env = { ...options.env, DATABASE_URL: proxy.url }
  const found = await outages({
    ...options,
    env,
    breakIt: () => Promise.resolve(proxy.break(faults[count++ % faults.length] ?? 'freeze')),
    restore: () => Promise.resolve(proxy.restore()),
  })
  await proxy.close()
  return found
}

const options = Options.parse(JSON.parse(process.argv[2] ?? ''))
const result = await (options.network ? networkOutages() : askedOutages())
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
