import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { Ledger, type SimObject, SimRefusal } from '../../ports/payments/simulator/objects.ts'
import { createSimulator } from '../../ports/payments/simulator/simulator.ts'

// The payment provider in a process of its own, over HTTP, with its books in a file, so that it can be killed:
// `node provider-main.ts '{ "file": …, "port": …, "webhookUrl": …, "webhookSecret": … }'` prints "ready". A line "stop 7" on
// its input halts it before its seventh step from then on, which "stopped" on its output reports; "go" ends the halt.
const Options = z.object({
  file: z.string(),
  port: z.int(),
  webhookUrl: z.string(),
  webhookSecret: z.string(),
})
const Books = z.object({ objects: z.array(z.unknown()), delivered: z.array(z.string()) })
const Card = z.object({ client_secret: z.string(), method: z.string() })
const Answer = z.object({ client_secret: z.string(), approved: z.boolean() })

const DELIVER_EVERY_MS = 100
const kinds = [
  'product',
  'customer',
  'subscription',
  'invoice',
  'payment_intent',
  'setup_intent',
  'charge',
  'event',
  'answer',
] as const

const { file, port, webhookUrl, webhookSecret } = Options.parse(JSON.parse(process.argv[2] ?? ''))

const books = existsSync(file)
  ? Books.parse(JSON.parse(readFileSync(file, 'utf8')))
  : { objects: [], delivered: [] }
const ledger = new Ledger(books.objects as SimObject[])
const delivered = new Set(books.delivered)

/** Whole or not at all, as the provider's own storage is. */
function save(): void {
  const objects = kinds.flatMap((kind): SimObject[] => ledger.list(kind))
  writeFileSync(`${file}.new`, JSON.stringify({ objects, delivered: [...delivered] }))
  renameSync(`${file}.new`, file)
}

const simulator = createSimulator({
  clock: systemClock,
  webhookSecret,
  store: {
    change(act) {
      const result = act(ledger)
      if (ledger.changed.size > 0) save()
      ledger.changed.clear()
      return Promise.resolve(result)
    },
  },
})

let stepsLeft = Number.POSITIVE_INFINITY
let lastStepAt = systemClock.now()
let release = () => {}
let gate = Promise.resolve()

async function step(): Promise<void> {
  stepsLeft -= 1
  lastStepAt = systemClock.now()
  if (stepsLeft === 0) {
    gate = new Promise((resolve) => (release = resolve))
    process.stdout.write('stopped\n')
  }
  await gate
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, count] = line.split(' ')
  stepsLeft = word === 'stop' ? Number(count) : Number.POSITIVE_INFINITY
  release()
})

async function answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://provider')
  const body = await text(request)
  try {
    if (pathname === '/card') {
      const { client_secret: secret, method } = Card.parse(JSON.parse(body))
      return { status: 200, body: JSON.stringify(await simulator.enterCard(secret, method)) }
    }
    if (pathname === '/bank') {
      const { client_secret: secret, approved } = Answer.parse(JSON.parse(body))
      return { status: 200, body: JSON.stringify(await simulator.authenticate(secret, approved)) }
    }
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error
    return { status: error.status, body: JSON.stringify({ error: { message: error.message } }) }
  }
  const key = request.headers['idempotency-key']
  const answered = await simulator.fetch(`http://provider${pathname}${search}`, {
    method: request.method ?? 'GET',
    ...(body === '' ? {} : { body }),
    headers: typeof key === 'string' ? { 'idempotency-key': key } : {},
  })
  return { status: answered.status, body: await answered.text() }
}

/** How long nothing has happened here, and what has still to be delivered; asking is no step. */
const getActivity = () => ({
  idleMs: systemClock.now() - lastStepAt,
  undelivered: ledger.list('event').filter(({ id }) => !delivered.has(id)).length,
})

createServer((request, response) => {
  const act = async () => {
    if (request.url === '/activity') return void response.end(JSON.stringify(getActivity()))
    await step()
    const { status, body } = await answer(request)
    await step()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
  act().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end()
  })
}).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))

/** Each event until it was taken, in order. */
async function deliver(): Promise<void> {
  for (const { id } of ledger.list('event')) {
    if (delivered.has(id)) continue
    await step()
    const signed = await simulator.sign(id)
    if (!signed) continue
    const taken = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signed.signature },
      body: signed.body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (!taken?.ok) return
    await step()
    delivered.add(id)
    save()
  }
}

for (;;) {
  await deliver()
  await systemClock.sleep(DELIVER_EVERY_MS)
}
