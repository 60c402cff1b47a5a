/** The base path of the web application; spec §9. */
export const basePath = '/app'

/** Time-out of every call, ms; spec §7, §9. */
export const callTimeoutMs = 30_000

/** Retries of an upload or download, and the delay between them; spec §7, §9. */
export const fileRetry = { attempts: 3, delayMs: 1_000 } as const

/** Page size of the member list; spec §9. Payment records use the same (decisions §4). */
export const pageSize = 10

/** Number of colours on a board, assigned to members as they join, so that the first twelve differ. */
export const personColorCount = 12

/** Maximum items in a list; calls.md. */
export const maxPageSize = 100

/** Duration of an error toast, ms; spec §8, §9. */
export const toastMs = 4_000

/** Delay between code 4001 and the login page, ms; spec §4, §9. */
export const logoutDelayMs = 500

/** Maximum width and JPEG quality of photos of people and spaces; spec §5, §9. */
export const photo = { maxWidthPx: 500, jpegQuality: 0.5 } as const

/** Default of `curType`: one year, in months; spec §3, §9. */
export const defaultCurType = 12

/** Value of `voiceRemain` while not loaded; spec §3, §9. */
export const voiceRemainNotLoaded = -2

/** Default voice keys; spec §3, §9. */
export const voiceDefaults = {
  speakFreelyKeyName: 'M',
  pushToSpeakKeyName: 'F12',
  inputModel: 'speak-freely',
} as const

/** Loading of translation files: retries, first delay, parallel requests; spec §9. */
export const translationLoading = { retries: 5, firstDelayMs: 350, maxParallel: 10 } as const

/** Time-out for loading a script chunk, ms; spec §9. */
export const chunkTimeoutMs = 120_000

/** Success code of the settings call; spec §9. */
export const settingsSuccessCode = 200

/** Lengths, in UTF-16 units unless a name says bytes; decisions §4, calls.md. */
export const lengths = {
  email: 254,
  passwordMin: 8,
  passwordMax: 256,
  personName: 60,
  spaceName: 80,
  groupName: 60,
  folderName: 80,
  versionName: 80,
  feedback: 4_000,
  accessNote: 500,
  reportNote: 1_000,
  invitees: 100,
  inviteDataBytes: 2 * 1024,
  settingsBytes: 64 * 1024,
  guideBytes: 4 * 1024,
  logBytes: 8 * 1024,
  fileName: 255,
  link: 2_048,
} as const

/** Lifetimes and counts; decisions §4, §6, calls.md. */
export const lifetimes = {
  sessionMs: 24 * 60 * 60_000,
  /** Absolute lifetime of an administrator session. */
  adminSessionMs: 12 * 60 * 60_000,
  /** How long an entered password is valid for sensitive calls. */
  adminProofMs: 10 * 60_000,
  serverInvitationMs: 14 * 24 * 60 * 60_000,
  rememberedSessionMs: 30 * 24 * 60 * 60_000,
  /** Minimum interval between reminders of one access request. */
  accessReminderMs: 24 * 60 * 60_000,
  idleGuestMs: 30 * 24 * 60 * 60_000,
  trashMs: 30 * 24 * 60 * 60_000,
  resetLinkMs: 60 * 60_000,
  codeMs: 10 * 60_000,
  codeTries: 5,
  desktopCodeMs: 60_000,
  /** Time limit for returning from a provider. */
  socialStateMs: 10 * 60_000,
  /** Time limit for the login that connects a provider to an existing account. */
  socialLinkMs: 15 * 60_000,
  liveTicketMs: 30_000,
  voiceTokenMs: 60_000,
  downloadLinkMs: 10 * 60_000,
  idempotencyKeyMs: 24 * 60 * 60_000,
  reservedUploadMs: 24 * 60 * 60_000,
  /** How long a file stays after the last trace of it is gone from all boards and their history. */
  unusedFileMs: 30 * 24 * 60 * 60_000,
  inviteNoteMs: 7 * 24 * 60 * 60_000,
} as const

/** Limits of history answers, and maximum named versions per space. */
export const historyLimits = {
  slots: 240,
  maxChunksPerRequest: 32,
  /** Edits and chunks per answer before base64, so that it stays below 1 MiB. */
  pageBytes: 512 * 1024,
  /** Activity periods per answer; users with the most edits first. */
  spells: 4_000,
  versions: 500,
} as const

/** Number of digits of emailed codes; decisions §4. */
export const codeDigits = 6

/** Maximum size of a direct upload, because every call ends after 30 s; calls.md. */
export const directUploadBytes = 8 * 1024 * 1024

/** Limits of the browser's offline cache; least recently opened boards are evicted first. */
export const cachedBoards = {
  boards: 40,
  bytes: 256 * 1024 * 1024,
  /** Above this size, the log of edits is replaced by chunks at the next opening. */
  freshLogBytes: 1024 * 1024,
  /** Maximum size of the log of edits. */
  logBytes: 8 * 1024 * 1024,
  /** Images of all boards; least recently cached ones are evicted first. */
  pictureBytes: 128 * 1024 * 1024,
  largestPictureBytes: 16 * 1024 * 1024,
} as const

/** Maximum undecided items per board in one browser; further edits stay unsent. */
export const undecidedLimits = { items: 20_000 } as const

/** Largest video on a board; the plan's limit for a file applies as well. */
export const maxVideoBytes = 100 * 1024 * 1024

/** Maximum files waiting for upload in one browser. */
export const waitingUploadLimits = { bytes: 512 * 1024 * 1024, files: 500 } as const

/** Public key of the payment simulator, whose card form accepts test cards only. */
export const sandboxPublicKey = 'pk_test_sandbox'

/** Represents "no limit" in answers. */
export const unlimited = -1

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

export interface PlanLimits {
  readonly spaces: number
  /** Per space; guests who joined by a link are not counted. */
  readonly members: number
  readonly storageBytes: number
  readonly fileBytes: number
  readonly voiceSecondsPerMonth: number
  readonly historyDays: number
}

/** The plan limits of decisions §4. */
export const planLimits: Readonly<Record<'free' | 'pro' | 'team', PlanLimits>> = {
  free: {
    spaces: 3,
    members: 5,
    storageBytes: 200 * mebibyte,
    fileBytes: 20 * mebibyte,
    voiceSecondsPerMonth: 300 * 60,
    historyDays: 30,
  },
  pro: {
    spaces: unlimited,
    members: 50,
    storageBytes: 20 * gibibyte,
    fileBytes: 250 * mebibyte,
    voiceSecondsPerMonth: 6_000 * 60,
    historyDays: 365,
  },
  team: {
    spaces: unlimited,
    members: 500,
    storageBytes: 200 * gibibyte,
    fileBytes: gibibyte,
    voiceSecondsPerMonth: unlimited,
    historyDays: unlimited,
  },
}
