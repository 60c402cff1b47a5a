export {
  allowed,
  fits,
  getLimits,
  getStorage,
  ownSpaces,
  paidMembers,
  usedStorage,
  voiceLeft,
} from './plan-limits.ts'
export { findBought, findGrant, getPlan } from './plans.ts'
export type { BoughtPlan } from './plans.ts'
export { findProduct, products } from './products.ts'
export type { PricedProduct } from './products.ts'
export { listSeatHolders } from './seat-holders.ts'
export { findFullSeats, findMissingSeats, type LimitFigures, listSeatless } from './seats.ts'
export { getVoiceMonth } from './voice-minutes.ts'
