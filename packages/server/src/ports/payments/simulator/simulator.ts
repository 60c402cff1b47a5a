import { createHmac } from 'node:crypto'
import type { Clock } from '../../clock/port.ts'
import { Billing } from './billing.ts'
import { findCard } from './cards.ts'
import { type Ledger, type SimEvent, type SimInvoice, SimRefusal } from './objects.ts'
import { answerRequest, decodeParams } from './requests.ts'

/** Where the simulated provider keeps its books. What `act` changes is stored together, or not at all. */
export interface LedgerStore {
  change<Result>(act: (ledger: Ledger) => Result): Promise<Result>
}

/** What became of a card that was entered in the local form. */
export interface CardOutcome {
  readonly state: 'done' | 'authenticate' | 'failed'
  /** Of a failure. */
  readonly reason: string | null
}

export interface SignedEvent {
  readonly body: string
  readonly signature: string
}

/** Plays the provider on this machine: the part of its API that is used, with state, time and signed events. */
export interface Simulator {
  /** Answers the SDK. */
  readonly fetch: typeof fetch
  /** A card in the local form; only the name of the test card comes here. */
  enterCard(clientSecret: string, method: string): Promise<CardOutcome>
  /** The answer to the bank's question (3-D Secure). */
  authenticate(clientSecret: string, succeeded: boolean): Promise<CardOutcome>
  findInvoice(id: string): Promise<SimInvoice | null>
  /** Gives back all that an invoice was paid with. */
  refund(invoice: string): Promise<void>
  /** Renewals and the like that have become due. */
  catchUp(): Promise<void>
  listEvents(): Promise<readonly SimEvent[]>
  /** As the provider sends it; null: there is no such event. */
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
  const change = <Result>(act: (ledger: Ledger, billing: Billing) => Result): Promise<Result> =>
    store.change((ledger) => {
      const billing = new Billing(ledger, now())
      billing.catchUp()
      return act(ledger, billing)
    })
  return {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : String(input))
      const method = init?.method ?? 'GET'
      const body = typeof init?.body === 'string' ? init.body : ''
      const key = new Headers(init?.headers).get('idempotency-key')
      const asked = { method, path: url.pathname, text: method === 'GET' ? url.search : body, key }
      const { status, body: answer } = await change((ledger) => answerOnce(ledger, asked, now()))
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
        billing.announce('setup_intent.succeeded', ledger.put(setup))
        return { state: 'done', reason: null }
      }),
    findInvoice: (id) => change((ledger) => ledger.find('invoice', id)),
    refund: (id) =>
      change((ledger, billing) => {
        const { payment_intent } = ledger.get('invoice', id)
        const charge = ledger.list('charge').find((one) => one.payment_intent === payment_intent)
        if (!charge) throw new SimRefusal(400, 'charge_missing', 'Nothing was paid')
        charge.refunded = true
        billing.announce('charge.refunded', ledger.put(charge))
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

interface AskedRequest {
  readonly method: string
  readonly path: string
  readonly text: string
  readonly key: string | null
}

/** The same key brings the same answer, and another request under it is refused. */
function answerOnce(ledger: Ledger, { method, path, text, key }: AskedRequest, now: number) {
  const request = `${method} ${path} ${text}`
  // The SDK makes keys of its own for what may be sent twice; those never come back later.
  const id = key === null || key.startsWith('stripe-node-retry-') ? null : `answer ${key}`
  const before = ledger.find('answer', id)
  if (before && before.request !== request)
    return refusal(new SimRefusal(400, 'idempotency_key_in_use', 'The key was used for another request.'))
  if (before) return before
  const answer = { status: 200, body: '' }
  try {
    answer.body = JSON.stringify(answerRequest(ledger, { method, path, params: decodeParams(text), now }))
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error
    return refusal(error)
  }
  if (id !== null) ledger.put({ object: 'answer', id, request, ...answer })
  return answer
}

function refusal({ status, code, message }: SimRefusal) {
  const type = status === 402 ? 'card_error' : 'invalid_request_error'
  return { status, body: JSON.stringify({ error: { type, code, message } }) }
}

function findIntent(ledger: Ledger, secret: string) {
  const found = ledger.list('payment_intent').find(({ client_secret }) => client_secret === secret)
  if (!found) throw new SimRefusal(404, 'resource_missing', 'No such payment')
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
  if (!card || card.now === 'declined' || card.now === 'insufficient_funds')
    return { state: 'failed', reason: 'card_declined' }
  setup.payment_method = method
  setup.status = card.now === 'authenticate' ? 'requires_action' : 'succeeded'
  ledger.put(setup)
  if (setup.status === 'succeeded') billing.announce('setup_intent.succeeded', setup)
  return { state: setup.status === 'succeeded' ? 'done' : 'authenticate', reason: null }
}
