import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { type RealServer, realServer } from '../../realtime/testing/kill.ts'
import { flows, type ProviderState, type Flow, type PlanView } from './kill-flows.ts'
import { freePort, type ProviderProcess, startProvider } from './provider-process.ts'

// Buys, changes or cancels plans in real processes. Each round pauses before another step and kills one process there: the
// server, the provider, or the database, which the parent process stops and starts ("stop-database", "start-database").
// `node kills-main.ts '{ … }'` prints its result as JSON.
const Options = z.object({
  env: z.record(z.string(), z.string()),
  folder: z.string(),
  victim: z.enum(['server', 'provider', 'database']),
  flow: z.enum(['buy', 'change', 'cancel']),
  /** 1: every step; 2: every other step. */
  every: z.int().min(1),
})
type Victim = z.output<typeof Options>['victim']

/** A killed server's job is retried after 60 s, and that attempt may be killed, too. */
const RECOVERS_WITHIN_MS = 180_000
const PAUSE_MS = 200
const CALL_MS = 25_000
/** A flow is complete after this time without a request or event. */
const QUIET_MS = 1_500
/** Upper bound; every flow has fewer steps. */
const MOST_STEPS = 200

const options = Options.parse(JSON.parse(process.argv[2] ?? ''))
const webhookSecret = 'whsec_kills'
const file = join(options.folder, 'provider.json')
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

async function request(command: 'stop-database' | 'start-database'): Promise<void> {
  process.stdout.write(`${command}\n`)
  await input.next()
}

const [port, providerPort] = [await freePort(), await freePort()]
const providerUrl = `http://127.0.0.1:${providerPort}`
const url = `http://127.0.0.1:${port}`

const openProvider = (): Promise<ProviderProcess> =>
  startProvider({ file, port: providerPort, webhookUrl: `${url}/api/subscription/webhook`, webhookSecret })

const startServer = (): Promise<RealServer> =>
  realServer({
    ...options.env,
    PORT: String(port),
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_kills',
    STRIPE_PUBLIC_KEY: 'pk_test_kills',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: providerUrl,
  })

interface Buyer {
  readonly uid: string
  readonly email: string
  readonly token: string
}

const Answer = z.object({ code: z.int(), data: z.unknown() })

async function call(token: string, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { token, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(CALL_MS),
  })
  const { code, data } = Answer.parse(await response.json())
  if (code !== 200) throw new Error(`${path} response ${code}`)
  return data
}

const Registered = z.object({ token: z.string(), user: z.object({ uid: z.string() }) })

async function register(name: string): Promise<Buyer> {
  const email = `${name}@example.com`
  const body = { email, password: 'correct horse battery', name }
  const { token, user } = Registered.parse(await call('', 'POST', '/api/user/register?lang=en', body))
  return { uid: user.uid, email, token }
}

const Started = z.object({ clientSecret: z.string().nullable() })

/** The calls that the page makes. */
const createActions = ({ email, token }: Buyer) => ({
  async buy() {
    const order = { productId: 'pro-12', quantity: 2, emailAddress: email }
    const { clientSecret } = Started.parse(
      await call(token, 'POST', '/api/subscription/stripe/create?lang=en', order),
    )
    if (clientSecret === null) return
    await fetch(`${providerUrl}/card`, {
      method: 'POST',
      body: JSON.stringify({ client_secret: clientSecret, method: 'pm_card_visa' }),
      signal: AbortSignal.timeout(CALL_MS),
    })
  },
  async change(quantity: number) {
    await call(token, 'POST', '/api/subscription/change', { productId: 'pro-12', quantity })
  },
  async cancel() {
    await call(token, 'POST', '/api/subscription/cancel')
  },
})

const Stored = z.object({ objects: z.array(z.looseObject({ object: z.string(), id: z.string() })) })
const Customer = z.looseObject({ metadata: z.looseObject({ uid: z.string().optional() }) })
const Bought = z.looseObject({
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  items: z.object({ data: z.array(z.looseObject({ quantity: z.int() })) }),
})

/** A customer's state at the provider, readable while the server or the provider is down. */
function readProviderState({ uid }: Buyer): ProviderState {
  if (!existsSync(file)) return { active: 0, paid: 0, seats: 0, renews: false }
  const { objects } = Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  const ids = new Set<unknown>(
    objects
      .filter((one) => one.object === 'customer' && Customer.parse(one).metadata.uid === uid)
      .map(({ id }) => id),
  )
  const own = (kind: string) => objects.filter((one) => one.object === kind && ids.has(one['customer']))
  const active = own('subscription')
    .map((one) => Bought.parse(one))
    .filter(({ status }) => status === 'active')
  return {
    active: active.length,
    paid: own('invoice').filter((one) => one['status'] === 'paid').length,
    seats: active[0]?.items.data[0]?.quantity ?? 0,
    renews: active[0]?.cancel_at_period_end === false,
  }
}

const Current = z.object({
  plan: z.string(),
  seats: z.object({ paid: z.int() }),
  autoRenew: z.boolean(),
})

/** Null while the server does not answer. */
const fetchPlanView = async ({ token }: Buyer): Promise<PlanView | null> =>
  call(token, 'GET', '/api/subscription').then(
    (data) => {
      const { plan, seats, autoRenew } = Current.parse(data)
      return { plan, seats: seats.paid, renews: autoRenew }
    },
    () => null,
  )

async function waitUntil(condition: () => Promise<boolean>): Promise<boolean> {
  for (const end = systemClock.now() + RECOVERS_WITHIN_MS; systemClock.now() < end; await pause())
    if (await condition()) return true
  return false
}

const Activity = z.object({ idleMs: z.number(), undelivered: z.int() })

const isQuiet = async (): Promise<boolean> =>
  fetch(`${providerUrl}/activity`)
    .then(async (response) => Activity.parse(await response.json()))
    .then(
      ({ idleMs, undelivered }) => undelivered === 0 && idleMs > QUIET_MS,
      () => false,
    )

let server = await startServer()
let provider = await openProvider()

/** Kills and restarts one process while the provider is paused. */
async function killAndRestart(victim: Victim): Promise<void> {
  if (victim === 'server') await server.kill()
  else if (victim === 'provider') await provider.kill()
  else await request('stop-database')
  if (victim === 'provider') provider = await openProvider()
  else provider.resume()
  if (victim === 'server') server = await startServer()
  if (victim === 'database') await request('start-database')
}

const violations: string[] = []

/** Repeats a flow until it is done and nothing is pending, or it is interrupted; false after the timeout. */
async function finish(
  flow: Flow,
  buyer: Buyer,
  where: string,
  isInterrupted = () => false,
): Promise<boolean> {
  return waitUntil(async () => {
    if (isInterrupted()) return true
    // The server is read first: it must not show anything that the provider has not recorded yet.
    const view = await fetchPlanView(buyer)
    if (!view) return false
    const state = readProviderState(buyer)
    const fault = flow.findFault(view, state)
    if (fault !== null) violations.push(`${where}: ${fault}`)
    if (fault !== null || flow.isDone(view)) return isQuiet()
    if (!flow.isRecorded(state)) await flow.run(createActions(buyer)).catch(() => undefined)
    return false
  })
}

/** False if the flow has fewer steps. */
async function runRound(flow: Flow, victim: Victim, number: number): Promise<boolean> {
  const where = `${flow.name}, ${victim} killed before step ${number}`
  const buyer = await register(`${flow.name}-${victim}-${number}`)
  for (const before of flow.requires) await finish(before, buyer, `${where}, ${before.name} before`)
  let reached = false
  const paused = provider.pauseBefore(number).then(() => (reached = true))
  const running = flow.run(createActions(buyer)).catch(() => undefined)
  const isReached = () => reached
  await Promise.race([paused, running.then(() => finish(flow, buyer, where, isReached))])
  if (reached) await killAndRestart(victim)
  else provider.resume()
  await running
  if (!(await finish(flow, buyer, where)))
    violations.push(`${where}: not done, ${JSON.stringify(readProviderState(buyer))}`)
  const state = readProviderState(buyer)
  if (!flow.isExpected(state)) violations.push(`${where}: ended with ${JSON.stringify(state)}`)
  process.stderr.write(`${where}: ${reached ? 'killed' : 'not reached'}, ${violations.length} violations\n`)
  return reached
}

let kills = 0
const { flow, victim } = options
for (let step = 1; step <= MOST_STEPS && (await runRound(flows[flow], victim, step)); step += options.every)
  kills += 1
await server.kill()
await provider.kill()
process.stdout.write(`${JSON.stringify({ kills, violations })}\n`)
process.exit(0)
