export { auth, user } from './handlers.ts'
export { accountJobs, cleanUpAccounts } from './jobs.ts'
export { tryCode } from './sign-in/codes.ts'
export { verifyEmail } from './verify-email.ts'
export { createDeletedUid } from './deleted-account.ts'
export { readNotifyConfig } from './notify-config.ts'
export { getPhotoUrl, photoKey, storePhoto } from './photo.ts'
export {
  fillSearchKeys,
  findAccount,
  findAccountByEmail,
  foldEmail,
  getAccount,
  updateAccount,
} from './rows.ts'
export {
  authenticate,
  beginSession,
  listLiveSessions,
  renewOpenSessions,
  requireSession,
} from './sign-in/sessions.ts'
export { findUrlHolder, signQuery } from './signed-urls.ts'
export type { SignedScope, SignedQuery, UrlHolder } from './signed-urls.ts'
export { withTrustEnd } from './trust.ts'
export type { EndTrust } from './trust.ts'
export {
  beginSecondFactor,
  countRecoveryCodes,
  hasSecondFactor,
  mustSetUpFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  tryTotp,
} from './sign-in/second-factor.ts'
export { checkPassword, checkSecondFactor } from './sign-in/check-password.ts'
export { createReset, enqueueReset } from './sign-in/reset-password.ts'
export { enqueueNotification } from './emails/security-notifications.ts'
export { getProviders } from './identities.ts'
export { getPerson, getTime, timeOrNull, getUser } from './account-view.ts'
export type { PersonRow } from './account-view.ts'
