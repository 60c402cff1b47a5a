export { subscription, user } from './handlers.ts'
export { allowed, fits, limitsOf, ownSpaces, paidMembers, usedStorage } from './limits.ts'
