import { systemClock } from '../ports/clock/system-clock.ts'
import type { PaymentsPort, Purchase } from '../ports/payments/port.ts'
import { stripePayments } from '../ports/payments/stripe.ts'

// `node stripe-requests-main.ts http://127.0.0.1:12111` makes every request of the payment adapter to a server that
// refuses what Stripe's published API description does not allow, and ends with what passed.

const port: PaymentsPort = stripePayments({
  kind: 'stripe',
  source: 'stripe-test',
  secretKey: 'sk_test_123',
  publicKey: 'pk_test_123',
  webhookSecret: 'whsec_123',
  apiUrl: process.argv[2] ?? '',
  clock: systemClock,
})

const yearly: Purchase = { plan: 'pro', months: 12, unitAmount: 6_000, currency: 'eur', seats: 2 }
const monthly: Purchase = { ...yearly, months: 1, unitAmount: 600 }
const at = systemClock.now()
const [customer, subscription] = ['cus_1', 'sub_1']

const requests: Readonly<Record<string, () => Promise<unknown>>> = {
  'a new customer': () => port.createCustomer({ uid: 'u1', email: 'ada@example.com' }, 'key-1'),
  'another email': () => port.setEmail(customer, 'bo@example.com'),
  'a promotion code': () => port.findPromotion('WELCOME'),
  'a purchase': () => port.subscribe({ customer, purchase: yearly, promotion: null }, 'key-2'),
  'a purchase with a promotion': () =>
    port.subscribe({ customer, purchase: monthly, promotion: 'promo_1' }, 'key-3'),
  'a preview': () => port.previewChange({ subscription, purchase: monthly, at }),
  'a change': () => port.change({ subscription, purchase: monthly, at }, 'key-4'),
  'cancelling at the end': () => port.setRenewal(subscription, false),
  resuming: () => port.setRenewal(subscription, true),
  'another card': () => port.startCard(customer),
  'using another card': () => port.useCard('seti_1'),
  'a refund': () => port.findRefundedInvoice('ch_1'),
  'everything of a customer': () => port.fetchCustomer(customer),
  'the end of a subscription': () => port.cancel(subscription),
  'the end of a customer': () => port.removeCustomer(customer),
}

let failed = 0
for (const [name, send] of Object.entries(requests)) {
  try {
    await send()
    process.stdout.write(`✓ ${name}\n`)
  } catch (error) {
    failed += 1
    process.stdout.write(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
process.stdout.write(`${Object.keys(requests).length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
