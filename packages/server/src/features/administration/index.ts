import type { Jobs } from '../../jobs/worker.ts'
import { mailServerInvitation } from './people/invitations.ts'

export { admin, user } from './handlers.ts'
export { readOperation } from './operation/health.ts'
export { verifyAudit } from './operation/audit-log.ts'

export const administrationJobs: Jobs = { 'administration.invite': mailServerInvitation }
