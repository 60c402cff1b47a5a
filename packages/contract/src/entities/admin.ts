import { z } from 'zod'
import { Role } from '../roles.ts'
import { getList, Id, Time, Uid } from '../wire.ts'
import { Limits, PlanGrant, PlanName } from './plan.ts'
import { ReportReason } from './report.ts'
import { AccountKind, SocialProvider } from './user.ts'

/** A page of a cursor-paged list; `next` is null on the last page. */
export function getPage<T extends z.ZodType>(item: T) {
  return getList(item).extend({ next: z.string().nullable() })
}

/** The signed-in administrator, and how they authenticated. */
export const Administrator = z.object({
  uid: Uid,
  name: z.string(),
  email: z.string().nullable(),
  secondFactor: z.boolean(),
  /** A second factor must be set up before anything else. */
  mustSetUp: z.boolean(),
  recoveryCodes: z.int(),
  /** Until then, sensitive calls need no password. */
  provedUntil: Time,
  expiresAt: Time,
})
export type Administrator = z.infer<typeof Administrator>

/** One row of the list of people. */
export const AdminPerson = z.object({
  uid: Uid,
  name: z.string(),
  email: z.string().nullable(),
  kind: AccountKind,
  role: z.enum(['user', 'administrator']),
  verified: z.boolean(),
  suspendedAt: Time.nullable(),
  createdAt: Time,
  lastActiveAt: Time,
})
export type AdminPerson = z.infer<typeof AdminPerson>

/** A space in administration, without its contents. */
export const AdminSpace = z.object({
  wid: Id,
  name: z.string(),
  owner: z.object({ uid: Uid, name: z.string(), email: z.string().nullable() }),
  members: z.int(),
  files: z.int(),
  storage: z.int(),
  edits: z.int(),
  createdAt: Time,
  updatedAt: Time,
  archivedAt: Time.nullable(),
  trashedAt: Time.nullable(),
})
export type AdminSpace = z.infer<typeof AdminSpace>

/** Details of an account. */
export const AdminPersonDetails = AdminPerson.extend({
  lang: z.string().nullable(),
  providers: z.array(SocialProvider),
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
  plan: PlanName,
  grant: PlanGrant.nullable(),
  limits: Limits,
  sessions: z.array(
    z.object({
      id: Id,
      kind: z.enum(['browser', 'desktop', 'guest', 'admin']),
      device: z.string(),
      createdAt: Time,
      lastActiveAt: Time,
    }),
  ),
  spaces: z.array(
    z.object({ wid: Id, name: z.string(), role: Role, members: z.int(), trashed: z.boolean() }),
  ),
  /** Pseudonym of the account in the audit log. */
  mark: z.string(),
})
export type AdminPersonDetails = z.infer<typeof AdminPersonDetails>

export const AdminSpaceDetails = AdminSpace.extend({
  people: z.array(
    z.object({
      uid: Uid,
      name: z.string(),
      email: z.string().nullable(),
      role: Role,
      kind: AccountKind,
      lastActiveAt: Time.nullable(),
    }),
  ),
  successor: Uid.nullable(),
  claim: z.object({ uid: Uid, dueAt: Time }).nullable(),
  links: z.int(),
  invitations: z.int(),
})
export type AdminSpaceDetails = z.infer<typeof AdminSpaceDetails>

/** Effects of merging two accounts. */
export const MergePreview = z.object({
  from: AdminPerson,
  into: AdminPerson,
  ownSpaces: z.int(),
  memberships: z.int(),
  /** Spaces with both accounts as members; the higher role is kept. */
  shared: z.int(),
  files: z.int(),
  boards: z.int(),
  providers: z.int(),
})
export type MergePreview = z.infer<typeof MergePreview>

export const ServerInvitation = z.object({ id: Id, email: z.string(), createdAt: Time, expiresAt: Time })
export type ServerInvitation = z.infer<typeof ServerInvitation>

/** Who can create an account, and which sign-ins are offered. */
export const ServerSettings = z.object({
  signUp: z.enum(['open', 'invitation', 'domain']),
  domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/, 'is no domain'),
    )
    .max(50),
  guests: z.boolean(),
  socialSignIn: z.boolean(),
  voice: z.boolean(),
  requireSecondFactor: z.boolean(),
})
export type ServerSettings = z.infer<typeof ServerSettings>

export const AuditRow = z.object({
  id: Id,
  at: Time,
  event: z.string(),
  actor: z.string().nullable(),
  /** Names of administrators only; other accounts appear by their pseudonym. */
  actorName: z.string().nullable(),
  subject: z.string().nullable(),
  wid: z.string().nullable(),
  device: z.string().nullable(),
  place: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  /** Null until the entry is sealed. */
  seq: z.int().nullable(),
  seal: z.string().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

/** One measurement of the server. */
export const HealthSample = z.object({
  at: Time,
  people: z.int(),
  rooms: z.int(),
  editsPerSecond: z.number(),
  eventLoopDelayMs: z.number(),
  memoryBytes: z.int(),
})
export type HealthSample = z.infer<typeof HealthSample>

/** What is counted in the database, on the disk and in voice rooms. */
export const StoredFigures = z.object({
  voiceRooms: z.int(),
  /** Participant minutes of the month, all boards. */
  voiceMinutes: z.int(),
  databaseBytes: z.int(),
  diskFreeBytes: z.int(),
  diskTotalBytes: z.int(),
  emailQueue: z.int(),
  jobsWaiting: z.int(),
  jobsFailed: z.int(),
})
export type StoredFigures = z.infer<typeof StoredFigures>

export const Health = StoredFigures.extend({
  now: HealthSample,
  /** One a minute over the last day; `stored` is null where the database could not be read. */
  samples: z.array(HealthSample.extend({ stored: StoredFigures.nullable() })),
  sockets: z.int(),
  voicePeople: z.int(),
  fileBytes: z.int(),
  fileCount: z.int(),
  accounts: z.int(),
  guests: z.int(),
  spaces: z.int(),
  emailOn: z.boolean(),
  uptimeSeconds: z.int(),
})
export type Health = z.infer<typeof Health>

export const JobState = z.enum(['waiting', 'running', 'failed'])
export const AdminJob = z.object({
  id: Id,
  kind: z.string(),
  state: JobState,
  tries: z.int(),
  runAt: Time,
  failedAt: Time.nullable(),
  lastError: z.string().nullable(),
})
export type AdminJob = z.infer<typeof AdminJob>

export const ClientLog = z.object({
  id: Id,
  uid: z.string().nullable(),
  level: z.string(),
  log: z.string(),
  createdAt: Time,
})
export type ClientLog = z.infer<typeof ClientLog>

/** Processing state of a report or feedback. */
export const CaseState = z.enum(['open', 'working', 'done'])
export type CaseState = z.infer<typeof CaseState>

export const FeedbackItem = z.object({
  id: Id,
  uid: z.string().nullable(),
  content: z.string(),
  kind: z.string().nullable(),
  page: z.string().nullable(),
  email: z.string().nullable(),
  state: CaseState,
  createdAt: Time,
})
export type FeedbackItem = z.infer<typeof FeedbackItem>

export const AbuseReport = z.object({
  id: Id,
  wid: Id,
  spaceName: z.string().nullable(),
  owner: z.string().nullable(),
  uid: z.string().nullable(),
  reason: ReportReason,
  note: z.string(),
  state: CaseState,
  createdAt: Time,
})
export type AbuseReport = z.infer<typeof AbuseReport>

export const Audience = z.enum(['everyone', 'members', 'guests'])
export type Audience = z.infer<typeof Audience>

export const AdminAnnouncement = z.object({
  id: Id,
  text: z.string(),
  tone: z.enum(['info', 'warning']),
  audience: Audience,
  startsAt: Time,
  endsAt: Time.nullable(),
})
export type AdminAnnouncement = z.infer<typeof AdminAnnouncement>

/** What the files of one space take. */
export const StorageUse = z.object({
  wid: Id,
  name: z.string(),
  owner: z.string(),
  files: z.int(),
  bytes: z.int(),
})
export type StorageUse = z.infer<typeof StorageUse>

export const VersionFacts = z.object({
  version: z.string(),
  node: z.string(),
  database: z.enum(['SQLite', 'PostgreSQL']),
  packages: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })),
})
export type VersionFacts = z.infer<typeof VersionFacts>
