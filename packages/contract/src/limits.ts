/** The base path of the web application; spec §9. */
export const basePath = '/app'

/** Time-out of every call, ms; spec §7, §9. */
export const callTimeoutMs = 30_000

/** Further tries of an upload or download after the first, and the wait between them; spec §7, §9. */
export const fileRetry = { attempts: 3, delayMs: 1_000 } as const

/** Members of a page of the member list; spec §9. Payment records page by the same number (decisions §4). */
export const pageSize = 10

/** Colours that people on one board have; assigned to members as they join, so that the first twelve differ. */
export const personColorCount = 12

/** The most a list answers at once; calls.md. */
export const maxPageSize = 100

/** How long an error toast stays, ms; spec §8, §9. */
export const toastMs = 4_000

/** Wait between code 4001 and the login page, ms; spec §4, §9. */
export const logoutDelayMs = 500

/** Photos of people and spaces are made this wide at most, as JPEG of this quality; spec §5, §9. */
export const photo = { maxWidthPx: 500, jpegQuality: 0.5 } as const

/** `curType` before anything was chosen: a year, in months; spec §3, §9. */
export const defaultCurType = 12

/** `voiceRemain` while not loaded; spec §3, §9. */
export const voiceRemainNotLoaded = -2

/** Voice keys before anything was chosen; spec §3, §9. */
export const voiceDefaults = {
  speakFreelyKeyName: 'M',
  pushToSpeakKeyName: 'F12',
  inputModel: 'speak-freely',
} as const

/** Loading of translation files: further tries, first wait, files read at once; spec §9. */
export const translationLoading = { retries: 5, firstDelayMs: 350, maxParallel: 10 } as const

/** How long a script chunk may take to load, ms; spec §9. */
export const chunkTimeoutMs = 120_000

/** The code that means the settings were read; spec §9. */
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
} as const

/** Lifetimes and counts that people notice; decisions §4, §6, calls.md. */
export const lifetimes = {
  sessionMs: 24 * 60 * 60_000,
  /** Of administration, however much it is used. */
  adminSessionMs: 12 * 60 * 60_000,
  /** For how long an entered password is enough for dangerous acts. */
  adminProofMs: 10 * 60_000,
  serverInvitationMs: 14 * 24 * 60 * 60_000,
  rememberedSessionMs: 30 * 24 * 60 * 60_000,
  /** Between two reminders of one access request. */
  accessReminderMs: 24 * 60 * 60_000,
  idleGuestMs: 30 * 24 * 60 * 60_000,
  trashMs: 30 * 24 * 60 * 60_000,
  resetLinkMs: 60 * 60_000,
  codeMs: 10 * 60_000,
  codeTries: 5,
  desktopCodeMs: 60_000,
  /** From leaving for a provider to being back. */
  socialStateMs: 10 * 60_000,
  /** From a provider's address that is taken to the login that proves both. */
  socialLinkMs: 15 * 60_000,
  liveTicketMs: 30_000,
  voiceTokenMs: 60_000,
  downloadLinkMs: 10 * 60_000,
  idempotencyKeyMs: 24 * 60 * 60_000,
  reservedUploadMs: 24 * 60 * 60_000,
  inviteNoteMs: 7 * 24 * 60 * 60_000,
} as const

/** What one answer about history holds at most, and how many versions a space may name. */
export const historyLimits = {
  slots: 240,
  chunksAtOnce: 32,
  /** Of edits and of chunks, before they are written in base64: an answer stays below 1 MiB. */
  pageBytes: 512 * 1024,
  /** What the people did who wrote most, each in one stretch. */
  spells: 4_000,
  versions: 500,
} as const

/** Codes that are mailed have this many digits; decisions §4. */
export const codeDigits = 6

/** Largest file of a direct upload, since every call ends after 30 s; calls.md. */
export const directUploadBytes = 8 * 1024 * 1024

/** What a browser keeps of boards to open them without a network; the boards opened longest ago go first. */
export const cachedBoards = {
  boards: 40,
  bytes: 256 * 1024 * 1024,
  /** A longer log of edits is replaced by the room's chunks at the next opening. */
  freshLogBytes: 1024 * 1024,
  /** And of more than this nothing is kept until then. */
  logBytes: 8 * 1024 * 1024,
  /** Of all boards together; those kept longest ago go first. */
  pictureBytes: 128 * 1024 * 1024,
  largestPictureBytes: 16 * 1024 * 1024,
} as const

/** What waits for a person's decision on one board, in one browser; more stays unsent instead. */
export const undecidedLimits = { items: 20_000 } as const

/** Files that wait in one browser to be uploaded, all together. */
export const waitingUploadLimits = { bytes: 512 * 1024 * 1024, files: 500 } as const

/** The public key of the simulated payment provider: the card form is ours and takes test cards only. */
export const sandboxPublicKey = 'pk_test_sandbox'

/** Stands for "no limit" in every answer. */
export const unlimited = -1

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

export interface PlanLimits {
  readonly spaces: number
  /** Of one space; guests who came by a link do not count. */
  readonly members: number
  readonly storageBytes: number
  readonly fileBytes: number
  readonly voiceSecondsPerMonth: number
  readonly historyDays: number
}

/** The table of decisions §4. */
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
