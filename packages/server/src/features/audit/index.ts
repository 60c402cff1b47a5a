export { cleanUpAudit } from './chain.ts'
export { audit, byItself, getDevice, eventsAbout, isSignIn } from './note.ts'
export type { AuditEntry, Visit, Way } from './note.ts'
