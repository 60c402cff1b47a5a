import { sandboxPublicKey } from '@tavla/contract'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../clock/port.ts'
import type { Random } from '../random/port.ts'
import { paymentsOnDemand } from './payments-on-demand.ts'
import type { PaymentsPort } from './port.ts'
import type { Simulator } from './simulator/simulator.ts'
import type { StripeOptions } from './stripe.ts'

/** Card payments as this server takes them. */
export interface Payments {
  readonly port: PaymentsPort
  /** Stands in for the provider; null where there is a real one. */
  readonly simulator: Simulator | null
}

interface Parts {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  /** The simulator's webhook secret. */
  readonly secret: string
}

/** Null where payments are off. */
export async function createPayments({ config, db, clock, random, secret }: Parts): Promise<Payments | null> {
  const { payments } = config
  if (payments.kind === 'off') return null
  if (payments.kind === 'stripe') {
    const source = payments.live ? 'stripe-live' : 'stripe-test'
    return { port: openStripe({ ...payments, source, clock }), simulator: null }
  }
  const { createSimulator } = await import('./simulator/simulator.ts')
  const { createStoredLedger } = await import('./simulator/stored-ledger.ts')
  const simulator = createSimulator({
    store: createStoredLedger(db, clock, random),
    clock,
    webhookSecret: secret,
  })
  const port = openStripe({
    kind: 'sandbox',
    source: 'sandbox',
    secretKey: 'sk_test_sandbox',
    publicKey: sandboxPublicKey,
    webhookSecret: secret,
    apiUrl: null,
    fetch: simulator.fetch,
    clock,
  })
  return { port, simulator }
}

const openStripe = (options: StripeOptions): PaymentsPort =>
  paymentsOnDemand({ kind: options.kind, source: options.source, publicKey: options.publicKey }, async () =>
    (await import('./stripe.ts')).stripePayments(options),
  )
