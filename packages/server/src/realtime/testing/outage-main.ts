import { createInterface } from 'node:readline'
import { z } from 'zod'
import { outages } from './outage.ts'

// One side of a search that needs another program to break things: `node outage-main.ts '{ "outages": 5, … }'` says "break"
// and "mend", waits for "done" after each, and ends with what it found, as JSON.
const Wanted = z.object({
  env: z.record(z.string(), z.string()),
  outages: z.int(),
  seed: z.int(),
  readable: z.boolean(),
})

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

async function ask(what: 'break' | 'mend'): Promise<void> {
  process.stdout.write(`${what}\n`)
  const { value } = await lines.next()
  if (value !== 'done') throw new Error(`${what} was answered by ${String(value)}`)
}

const wanted = Wanted.parse(JSON.parse(process.argv[2] ?? ''))
const result = await outages({ ...wanted, breakIt: () => ask('break'), mendIt: () => ask('mend') })
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
