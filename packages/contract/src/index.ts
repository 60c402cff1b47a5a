export { defineCall, refusalsOf } from './call.ts'
export type {
  Call,
  CallAnswer,
  CallCodes,
  CallData,
  CallGroups,
  CallInput,
  CallMarks,
  CallRequest,
  FileBytes,
  FileRule,
  HandlersOf,
  Method,
  SpaceField,
  TokenRule,
} from './call.ts'
export { addressOf, BadAnswer, createClient, Envelope, readAnswer, Refusal } from './client.ts'
export type { Client, OutgoingCall, Send } from './client.ts'
export { codeName, codes, codesOfAuth, generalCodes, reasons } from './codes.ts'
export type { Auth, ClientAction, Code, CodeName, ReasonOf, RefusalName } from './codes.ts'
export { compareRoles, GivenRole, isAtLeast, leastRole, mayGive, Role, roles } from './roles.ts'
export { addresses } from './addresses.ts'
export { agentName } from './agent-name.ts'
export { calls } from './calls/index.ts'
export type { Calls } from './calls/index.ts'
export { desktopFlagKey } from './desktop.ts'
export type { DesktopBridge, DesktopSignIn } from './desktop.ts'
export { isEmail } from './email.ts'
export { DownloadPlace, FileName, MediaType, UploadPlace } from './entities/file.ts'
export {
  Keyframe,
  PastEdits,
  SchemaVersions,
  Spell,
  Timeline,
  Version,
  VersionName,
  Writer,
} from './entities/history.ts'
export { AccessRequest, Entered, Invite, InviteInfo, InviteLink, InviteOutcome } from './entities/invite.ts'
export { GroupColor, Member, MemberGroup, MemberGroupDraft, OnlineMember } from './entities/member.ts'
export { Notice, NoticeNews, NoticesRead, noticeTypes, NotifyConfig } from './entities/notice.ts'
export { membersHash, noticeAddress } from './notice-address.ts'
export type { NoticeType } from './entities/notice.ts'
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
export {
  BuiltInPhoto,
  Folder,
  FoundSpace,
  Space,
  SpaceFilter,
  SpaceMatch,
  SpaceSort,
} from './entities/space.ts'
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
  keptBoards,
  undecidedLimits,
  waitingUploadLimits,
  lengths,
  lifetimes,
  logoutDelayMs,
  maxPageSize,
  pageSize,
  personColorCount,
  photo,
  planLimits,
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
  listOf,
  MailedCode,
  NewPassword,
  Secret,
  SpaceId,
  text,
  Time,
  Uid,
  utf8Bytes,
  withoutEmpty,
} from './wire.ts'
