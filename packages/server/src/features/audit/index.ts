export { cleanUpAudit, findBrokenSeal, sealAudit } from './audit-chain.ts'
export { accountMark, audit, createServerOrigin, getDevice, listEvents, isKnownSignIn } from './audit.ts'
export type { RequestOrigin, SignInMethod } from './audit.ts'
