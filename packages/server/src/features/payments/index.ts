import type { Jobs } from '../../jobs/worker.ts'
import { DELIVER_JOB } from '../../ports/payments/simulator/stored-ledger.ts'
import { removalJobs } from './ending.ts'
import { deliverEvent, EVENT_JOB, handleEvent } from './events.ts'
import { SYNC_JOB } from './rows.ts'
import { syncCustomer } from './sync.ts'

export { announceEndingPlans, enqueueCustomerRemoval } from './ending.ts'
export { getHandling, replayEvent } from './event-log.ts'
export { reconcile } from './events.ts'
export { subscription, user } from './handlers.ts'
export { getGrant, getPlanLimits } from './subscription-view.ts'

export const paymentJobs: Jobs = {
  [SYNC_JOB]: syncCustomer,
  [EVENT_JOB]: handleEvent,
  [DELIVER_JOB]: deliverEvent,
  ...removalJobs,
}
