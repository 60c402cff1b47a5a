export { sweepAudit } from './chain.ts'
export { audit, byItself, deviceOf, eventsAbout, hasComeIn } from './note.ts'
export type { AuditEntry, Visit, Way } from './note.ts'
