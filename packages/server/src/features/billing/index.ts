export {
  getAccountLimits,
  isWithinLimit,
  getLimits,
  getSpaceStorage,
  countOwnSpaces,
  countBillableMembers,
  getUsedStorage,
  getRemainingVoice,
} from './plan-limits.ts'
export { findPurchasedPlan, findGrant, getPlan } from './plans.ts'
export type { PurchasedPlan } from './plans.ts'
export { findProduct, products } from './products.ts'
export type { PricedProduct } from './products.ts'
export { listSeatHolders } from './seat-holders.ts'
export { findExceededMemberLimit, findExceededSeats, type LimitUsage, listUsersWithoutSeat } from './seats.ts'
export { getVoiceMonth } from './voice-minutes.ts'
