import type { Jobs } from '../../jobs/worker.ts'
import { closeEndedSessions } from './operation/ended-sessions.ts'
import { backUp } from './operation/scheduled-backups.ts'
import { mailServerInvitation } from './people/invitations.ts'

export { admin, user } from './handlers.ts'
export { administrationCommands, type CommandResult } from './command-line.ts'
export { registerMetrics } from './operation/register-metrics.ts'
export { scheduleBackups } from './operation/scheduled-backups.ts'
export { readStoredFigures } from './operation/server-health.ts'

export const administrationJobs: Jobs = {
  'administration.backup': backUp,
  'administration.invite': mailServerInvitation,
  'administration.sessions-ended': closeEndedSessions,
}
