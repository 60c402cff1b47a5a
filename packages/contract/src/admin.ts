// A separate entry, so that the product's pages do not bundle administration.
import { admin } from './calls/admin/index.ts'
import { calls } from './calls/index.ts'

export const adminCalls = { admin }
export type AdminCalls = typeof adminCalls

/** All calls of the server. */
export const allCalls = { ...calls, ...adminCalls }
export type AllCalls = typeof allCalls

export { AdminPayment, AdminSubscription, PaymentEvent, PriceRow } from './entities/admin-plans.ts'
export {
  AbuseReport,
  AdminAnnouncement,
  Administrator,
  AdminJob,
  AdminPerson,
  AdminPersonDetails,
  AdminSpace,
  AdminSpaceDetails,
  Audience,
  AuditRow,
  CaseState,
  ClientLog,
  FeedbackItem,
  Health,
  HealthSample,
  MergePreview,
  ServerInvitation,
  ServerSettings,
  StorageUse,
  StoredFigures,
  VersionFacts,
} from './entities/admin.ts'
