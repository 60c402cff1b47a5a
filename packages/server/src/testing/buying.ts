import type { Payments } from '../ports/payments/create.ts'
import type { SimEvent } from '../ports/payments/simulator/objects.ts'
import type { CardOutcome, Simulator } from '../ports/payments/simulator/simulator.ts'
import type { Someone } from './as.ts'
import type { TestServer } from './test-server.ts'

export const goodCard = 'pm_card_visa'
export const authenticatedCard = 'pm_card_authenticationRequired'
export const declinedCard = 'pm_card_chargeDeclined'
/** Is taken at first, and refused whenever it is charged later. */
export const failingLaterCard = 'pm_card_chargeCustomerFail'

export function getSimulator({ app }: TestServer): Simulator {
  const simulator = (app.payments as Payments | null)?.simulator
  if (!simulator) throw new Error('This server has no simulated payments')
  return simulator
}

interface Buying {
  readonly productId?: string
  readonly quantity?: number
  readonly promo?: string
  readonly card?: string
}

/** Begins a purchase and enters a card, as the page does; what follows comes with the next `settle`. */
export async function buy(
  server: TestServer,
  { call, email }: Someone,
  { productId = 'pro-12', quantity = 5, promo, card = goodCard }: Buying = {},
): Promise<CardOutcome> {
  const body = { productId, quantity, emailAddress: email, ...(promo === undefined ? {} : { promo }) }
  const { clientSecret } = await call.subscription.create({ body })
  if (clientSecret === null) return { state: 'done', reason: null }
  return getSimulator(server).enterCard(clientSecret, card)
}

/** Sends an event to the webhook over HTTP, exactly as it was signed unless something is changed. */
export async function sendEvent(
  server: TestServer,
  event: SimEvent,
  changed: { readonly body?: string; readonly signature?: string } = {},
): Promise<number> {
  const signed = await getSimulator(server).sign(event.id)
  if (!signed) throw new Error('There is no such event')
  const answer = await fetch(`${server.url}/api/subscription/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': changed.signature ?? signed.signature,
    },
    body: changed.body ?? signed.body,
  })
  return ((await answer.json()) as { code: number }).code
}
