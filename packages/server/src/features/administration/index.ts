import type { Jobs } from '../../jobs/worker.ts'
import { mailServerInvitation } from './people/invitations.ts'

export { admin, user } from './handlers.ts'
export { registerMetrics } from './operation/register-metrics.ts'

export const administrationJobs: Jobs = { 'administration.invite': mailServerInvitation }
