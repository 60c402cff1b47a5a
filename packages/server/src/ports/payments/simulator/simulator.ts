import { createHmac } from 'node:crypto'
import type { Clock } from '../../clock/port.ts'
import { Billing } from './billing.ts'
import { findCard } from './cards.ts'
import { type Ledger, type SimEvent, type SimInvoice, SimError } from './objects.ts'
import { answerRequest, decodeParams } from './requests.ts'

/** Storage of the simulated provider. The changes of one `update` are stored together, or not at all. */
export interface LedgerStore {
  change<Result>(update: (ledger: Ledger) => Result): Promise<Result>
}

/** Result of a card entered in the local form. */
export interface CardOutcome {
  readonly state: 'done' | 'authenticate' | 'failed'
  /** Error code of a failure. */
  readonly reason: string | null
}

export interface SignedEvent {
  readonly body: string
  readonly signature: string
}

/** Stands in for the provider on this machine: the used part of its API with state, renewals and signed events. */
export interface Simulator {
  /** HTTP client for the SDK. */
  readonly fetch: typeof fetch
  /** Pays with a test card, given by the name of its payment method. */
  enterCard(clientSecret: string, method: string): Promise<CardOutcome>
  /** Completes 3-D Secure. */
  authenticate(clientSecret: string, succeeded: boolean): Promise<CardOutcome>
  findInvoice(id: string): Promise<SimInvoice | null>
  /** Refunds an invoice in full. */
  refund(invoice: string): Promise<void>
  /** Processes renewals and retries that have become due. */
  catchUp(): Promise<void>
  listEvents(): Promise<readonly SimEvent[]>
  /** The event with its signature; null if there is no such event. */
  sign(event: string): Promise<SignedEvent | null>
}

const SECOND_MS = 1_000

export interface SimulatorParts {
  readonly store: LedgerStore
  readonly clock: Clock
  readonly webhookSecret: string
}

export function createSimulator({ store, clock, webhookSecret }: SimulatorParts): Simulator {
  const now = () => Math.floor(clock.now() / SECOND_MS)
  const change = <Result>(update: (ledger: Ledger, billing: Billing) => Result): Promise<Result> =>
    store.change((ledger) => {
      const billing = new Billing(ledger, now())
      billing.catchUp()
      return update(ledger, billing)
    })
  return {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : String(input))
      const method = init?.method ?? 'GET'
      const body = typeof init?.body === 'string' ? init.body : ''
      const key = new Headers(init?.headers).get('idempotency-key')
      const request = { method, path: url.pathname, text: method === 'GET' ? url.search : body, key }
      const { status, body: answer } = await change((ledger) => answerIdempotently(ledger, request, now()))
      return new Response(answer, { status, headers: { 'content-type': 'application/json' } })
    },
    enterCard: (secret, method) =>
      change((ledger, billing) => {
        const setup = ledger.list('setup_intent').find(({ client_secret }) => client_secret === secret)
        if (setup) return saveCard(ledger, billing, setup.id, method)
        return getOutcome(billing.confirm(findIntent(ledger, secret), method))
      }),
    authenticate: (secret, succeeded) =>
      change((ledger, billing) => {
        const setup = ledger.list('setup_intent').find(({ client_secret }) => client_secret === secret)
        if (!setup) return getOutcome(billing.authenticate(findIntent(ledger, secret), succeeded))
        if (!succeeded) return { state: 'failed', reason: 'authentication' }
        setup.status = 'succeeded'
        billing.emitEvent('setup_intent.succeeded', ledger.put(setup))
        return { state: 'done', reason: null }
      }),
    findInvoice: (id) => change((ledger) => ledger.find('invoice', id)),
    refund: (id) =>
      change((ledger, billing) => {
        const { payment_intent } = ledger.get('invoice', id)
        const charge = ledger.list('charge').find((one) => one.payment_intent === payment_intent)
        if (!charge) throw new SimError(400, 'charge_missing', 'Nothing was paid')
        charge.refunded = true
        billing.emitEvent('charge.refunded', ledger.put(charge))
      }),
    catchUp: () => change(() => undefined),
    listEvents: () => change((ledger) => ledger.list('event')),
    async sign(id) {
      const event = await change((ledger) => ledger.find('event', id))
      if (!event) return null
      const body = JSON.stringify(event)
      const hmac = createHmac('sha256', webhookSecret).update(`${now()}.${body}`).digest('hex')
      return { body, signature: `t=${now()},v1=${hmac}` }
    },
  }
}

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly text: string
  readonly key: string | null
}

/** Repeats the response of the same idempotency key, and refuses a different request under it. */
function answerIdempotently(ledger: Ledger, { method, path, text, key }: ReceivedRequest, now: number) {
  const fingerprint = `${method} ${path} ${text}`
  // Keys that the SDK generates for its own retries are never used again.
  const id = key === null || key.startsWith('stripe-node-retry-') ? null : `answer ${key}`
  const before = ledger.find('answer', id)
  if (before && before.request !== fingerprint)
    return toErrorResponse(
      new SimError(400, 'idempotency_key_in_use', 'The key was used for another request.'),
    )
  if (before) return before
  const answer = { status: 200, body: '' }
  try {
    answer.body = JSON.stringify(answerRequest(ledger, { method, path, params: decodeParams(text), now }))
  } catch (error) {
    if (!(error instanceof SimError)) throw error
    return toErrorResponse(error)
  }
  if (id !== null) ledger.put({ object: 'answer', id, request: fingerprint, ...answer })
  return answer
}

function toErrorResponse({ status, code, message }: SimError) {
  const type = status === 402 ? 'card_error' : 'invalid_request_error'
  return { status, body: JSON.stringify({ error: { type, code, message } }) }
}

function findIntent(ledger: Ledger, secret: string) {
  const found = ledger.list('payment_intent').find(({ client_secret }) => client_secret === secret)
  if (!found) throw new SimError(404, 'resource_missing', 'No such payment')
  return found
}

function getOutcome({
  status,
  last_payment_error,
}: {
  readonly status: string
  readonly last_payment_error: { readonly code: string } | null
}): CardOutcome {
  if (status === 'succeeded') return { state: 'done', reason: null }
  if (status === 'requires_action') return { state: 'authenticate', reason: null }
  return { state: 'failed', reason: last_payment_error?.code ?? null }
}

function saveCard(ledger: Ledger, billing: Billing, id: string, method: string): CardOutcome {
  const setup = ledger.get('setup_intent', id)
  const card = findCard(method)
  if (!card || card.onSession === 'declined' || card.onSession === 'insufficient_funds')
    return { state: 'failed', reason: 'card_declined' }
  setup.payment_method = method
  setup.status = card.onSession === 'authenticate' ? 'requires_action' : 'succeeded'
  ledger.put(setup)
  if (setup.status === 'succeeded') billing.emitEvent('setup_intent.succeeded', setup)
  return { state: setup.status === 'succeeded' ? 'done' : 'authenticate', reason: null }
}
