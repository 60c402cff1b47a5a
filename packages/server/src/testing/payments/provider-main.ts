import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { Ledger, type SimObject, SimError } from '../../ports/payments/simulator/objects.ts'
import { createSimulator } from '../../ports/payments/simulator/simulator.ts'

// The simulated payment provider as a separate process over HTTP, with its objects in a file, so that it can be killed:
// `node provider-main.ts '{ "file": …, "port": …, "webhookUrl": …, "webhookSecret": … }'` prints "ready". A line "pause 7" on
// its input pauses it before the seventh step from then on, which it reports as "paused"; "resume" continues.
const Options = z.object({
  file: z.string(),
  port: z.int(),
  webhookUrl: z.string(),
  webhookSecret: z.string(),
})
const StoredState = z.object({ objects: z.array(z.unknown()), delivered: z.array(z.string()) })
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

const storedState = existsSync(file)
  ? StoredState.parse(JSON.parse(readFileSync(file, 'utf8')))
  : { objects: [], delivered: [] }
const ledger = new Ledger(storedState.objects as SimObject[])
const delivered = new Set(storedState.delivered)

/** Atomic, like the provider's own storage. */
function save(): void {
  const objects = kinds.flatMap((kind): SimObject[] => ledger.list(kind))
  writeFileSync(`${file}.new`, JSON.stringify({ objects, delivered: [...delivered] }))
  renameSync(`${file}.new`, file)
}

const simulator = createSimulator({
  clock: systemClock,
  webhookSecret,
  store: {
    change(update) {
      const result = update(ledger)
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
    process.stdout.write('paused\n')
  }
  await gate
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, count] = line.split(' ')
  stepsLeft = command === 'pause' ? Number(count) : Number.POSITIVE_INFINITY
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
    if (!(error instanceof SimError)) throw error
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

/** Time since the last step and number of undelivered events; this request is not a step. */
const getActivity = () => ({
  idleMs: systemClock.now() - lastStepAt,
  undelivered: ledger.list('event').filter(({ id }) => !delivered.has(id)).length,
})

createServer((request, response) => {
  const handle = async () => {
    if (request.url === '/activity') return void response.end(JSON.stringify(getActivity()))
    await step()
    const { status, body } = await answer(request)
    await step()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
  handle().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end()
  })
}).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))

/** Delivers events in order and repeats each one until it is accepted. */
async function deliver(): Promise<void> {
  for (const { id } of ledger.list('event')) {
    if (delivered.has(id)) continue
    await step()
    const signed = await simulator.sign(id)
    if (!signed) continue
    const accepted = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signed.signature },
      body: signed.body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (!accepted?.ok) return
    await step()
    delivered.add(id)
    save()
  }
}

for (;;) {
  await deliver()
  await systemClock.sleep(DELIVER_EVERY_MS)
}
