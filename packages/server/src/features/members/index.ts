import type { Jobs } from '../../jobs/worker.ts'
import { mailInvitation } from './invite-members.ts'
import { grantClaim, mailClaim } from './successor.ts'

export { space, user } from './handlers.ts'
export { takeOut } from './remove-member.ts'

export const memberJobs: Jobs = {
  'members.invite': mailInvitation,
  'members.claim-letter': mailClaim,
  'members.claim': grantClaim,
}
