export { defineCall, getRefusals } from './call.ts'
export type {
  Call,
  CallAnswer,
  CallCodes,
  CallData,
  CallGroups,
  CallInput,
  CallOptions,
  CallRequest,
  FileBytes,
  FileRule,
  Handlers,
  Method,
  SpaceField,
  TokenRule,
} from './call.ts'
export { getCallUrl, BadAnswer, createClient, Envelope, readAnswer, Refusal } from './client.ts'
export type { Client, NamedCall, OutgoingCall, Send } from './client.ts'
export { getCodeName, codes, getAuthRefusals, generalCodes, reasons } from './codes.ts'
export type { Auth, ClientAction, Code, CodeName, CodeReason, RefusalName } from './codes.ts'
export { compareRoles, GivenRole, isAtLeast, leastRole, canGrantRole, Role, roles } from './roles.ts'
export { urls } from './addresses.ts'
export { parseUserAgent } from './user-agent.ts'
export { calls } from './calls/index.ts'
export type { Calls } from './calls/index.ts'
export { desktopFlagKey } from './desktop.ts'
export type { DesktopBridge, DesktopFile, DesktopSignIn, DesktopTalkKey } from './desktop.ts'
export { isEmail } from './email.ts'
export { DownloadTarget, FileName, MediaType, UploadTarget } from './entities/file.ts'
export {
  Keyframe,
  PastEdits,
  SchemaVersions,
  ActivityPeriod,
  Timeline,
  Version,
  VersionName,
  Writer,
} from './entities/history.ts'
export {
  AccessRequest,
  AcceptedInvite,
  Invite,
  InviteInfo,
  InviteLink,
  InviteOutcome,
} from './entities/invite.ts'
export { GroupColor, Member, MemberGroup, MemberGroupDraft, OnlineMember } from './entities/member.ts'
export { Notification, NotificationUpdate, NotificationsRead, NotifyConfig } from './entities/notification.ts'
export {
  getNotificationContext,
  getNotificationTextKey,
  getNotificationUrl,
  exportHash,
  membersHash,
  notifications,
  notificationSettings,
  notificationTypes,
  typesOutsideDigest,
} from './notifications.ts'
export type {
  NotificationContext,
  NotificationName,
  NotificationTextKey,
  NotificationType,
} from './notifications.ts'
export {
  Checkout,
  Limit,
  Limits,
  Payment,
  PlanName,
  Product,
  Seats,
  Subscription,
  SubscriptionState,
  Vip,
} from './entities/plan.ts'
export { Announcement, ReportReason } from './entities/report.ts'
export {
  BuiltInPhoto,
  Folder,
  SpaceListItem,
  Space,
  SpaceFilter,
  SpaceMatch,
  SpaceSort,
} from './entities/space.ts'
export { LinkPreview } from './entities/link-preview.ts'
export { Template, TemplateCategory } from './entities/template.ts'
export {
  AccountKind,
  Choice,
  Guide,
  Person,
  Session,
  SettingsText,
  SignedIn,
  socialNames,
  SocialProvider,
  User,
} from './entities/user.ts'
export { InputModel, VoiceSettings, VoiceTicket } from './entities/voice.ts'
export {
  basePath,
  callTimeoutMs,
  chunkTimeoutMs,
  codeDigits,
  defaultCurType,
  directUploadBytes,
  fileRetry,
  historyLimits,
  cachedBoards,
  undecidedLimits,
  maxVideoBytes,
  waitingUploadLimits,
  lengths,
  lifetimes,
  logoutDelayMs,
  maxPageSize,
  pageSize,
  personColorCount,
  photo,
  planLimits,
  sandboxPublicKey,
  settingsSuccessCode,
  toastMs,
  translationLoading,
  unlimited,
  voiceDefaults,
  voiceRemainNotLoaded,
} from './limits.ts'
export type { PlanLimits } from './limits.ts'
export {
  Email,
  Id,
  KnownEmail,
  KnownPassword,
  Language,
  getList,
  MailedCode,
  NewPassword,
  Secret,
  SpaceId,
  text,
  Time,
  Uid,
  utf8Bytes,
  omitEmptyParameters,
} from './wire.ts'
