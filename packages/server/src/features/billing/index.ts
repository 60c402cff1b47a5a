export { subscription, user } from './handlers.ts'
export { allowed, fits, getLimits, ownSpaces, paidMembers, usedStorage } from './limits.ts'
