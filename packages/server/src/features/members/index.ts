import type { Jobs } from '../../jobs/worker.ts'
import { mailAccessRequest } from './requests/access-email.ts'
import { mailInvitation } from './invite-members.ts'
import { grantClaim, mailClaim } from './successor.ts'

export { cleanUpInvitations } from './end-invites.ts'
export { space, user } from './handlers.ts'
export { approveWithSeats, grantPaidRequests } from './requests/paid-access.ts'
export { giveSpace, mergeMember } from './give-space.ts'
export { grantClaimNow } from './successor.ts'
export { removeFromSpace } from './remove-member.ts'

export const memberJobs: Jobs = {
  'members.access-letter': mailAccessRequest,
  'members.invite': mailInvitation,
  'members.claim-letter': mailClaim,
  'members.claim': grantClaim,
}
