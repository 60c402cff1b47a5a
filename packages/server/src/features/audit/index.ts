export { cleanUpAudit, findBreak, sealAudit } from './audit-chain.ts'
export { accountMark, audit, byItself, getDevice, eventsAbout, isSignIn } from './note.ts'
export type { Visit, Way } from './note.ts'
