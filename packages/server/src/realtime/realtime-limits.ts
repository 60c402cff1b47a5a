/**
 * All limits of the live socket and the rooms; times in ms, sizes in bytes unless the name says otherwise.
 */
export const realtimeLimits = {
  /** An upgrade is answered or its connection destroyed within this time. */
  upgradeWithin: 10_000,
  helloWithin: 10_000,
  /** A socket that answers no ping for this long is dead. */
  heartbeatEvery: 20_000,
  /**
   * Messages per socket, burst and per second: four times what 20 previews, cursors and edits a second
   * need.
   */
  framesBurst: 2_000,
  framesPerSecond: 200,
  /** Edits are counted separately: a tab that was offline sends all of them at once. */
  editsBurst: 20_000,
  editsPerSecond: 200,
  /** Queued messages of one socket; beyond this, reading pauses. */
  waitingMessages: { items: 256, bytes: 1024 * 1024 },
  /**
   * A join is answered with a room's people and chunks, up to megabytes. A socket joins again after falling
   * behind or for another board; all sockets of a person come back at once after a restart. Beyond this
   * limit a join is refused with `retry`.
   */
  socketJoinsBurst: 30,
  socketJoinsPerSecond: 1,
  personJoins: { burst: 200, perHour: 5 * 3_600 },
  socketsPerPerson: 64,
  membersPerRoom: 2_000,
  /** Ids in the selections that a `welcome` lists, all people together. */
  listedSelections: 512 * 1024,

  /** Unsent bytes of a socket: beyond the first cursors are dropped, beyond the second also edits. */
  presenceBudget: 256 * 1024,
  batchBudget: 2 * 1024 * 1024,
  /** A socket with more unsent bytes than this is closed. */
  waitingBudget: 8 * 1024 * 1024,
  /** A slow socket is closed unless it reads `slowReadBytes` in this time (0.8 Mbit/s). */
  slowFor: 10_000,
  slowReadBytes: 1024 * 1024,
  /** Requested chunks that are not sent yet: as many as a board may have. */
  queuedAnswers: 20_000,
  /** Chunks are passed to the socket one by one while fewer unsent bytes than this remain. */
  chunkWindow: 512 * 1024,
  /**
   * Uncommitted edit bytes of one socket; beyond this, reading pauses. Small edits count as
   * `unsettledEdit`.
   */
  unsettledBytes: 4 * 1024 * 1024,
  unsettledEdit: 4 * 1024,

  /**
   * Work units (see `estimateCost`) that a person's edits and previews may cost at once and per second; an
   * edit of this many units costs double per unit. Ten thousand new records in one edit are 290,000.
   */
  workBurst: 1_500_000,
  workPerSecond: 100_000,
  workPriceDoubles: 100_000,
  /** How long an edit waits until its author's budget suffices: a spent budget is full again then. */
  workWait: 15_000,
  /** Edits of one person that wait for it: each keeps up to `unsettledBytes` of its socket in memory. */
  waitingWork: 4,
  /** Text steps of one edit, rebasing included; the largest text takes ten steps at once. */
  textWork: 60_000,
  /** Work of one preview. */
  previewWork: 20_000,
  /** After this much work the event loop gets a turn. */
  workPerTurn: 20_000,
  /**
   * The fixed share of it per edit for answering, numbering and broadcasting, which its author is not
   * charged.
   */
  turnWork: 80,
  /** Held edits of one tab that are resumed before another tab's. */
  resumedEdits: 16,
  /** The fraction of an edit's work that estimating it takes, charged for refused edits. */
  refusedWork: 0.1,
  /** Work of one slice of a large edit. */
  sliceWork: 5_000,
  /** Larger edits are decoded in slices, each of which counts as this much work. */
  decodedPerSlice: 64 * 1024,
  decodeWork: 1_000,
  /**
   * Per edit and preview, and per byte of it; an unknown tab name or a resent edit causes a database query.
   */
  editWork: 20,
  byteWork: 0.05,
  lookupWork: 100,
  writerWork: 2,
  /** Per replayed journal edit, and at most; replays are shared and sliced. */
  replayWork: 20,
  replayWorkMost: 200_000,
  /** A chunk's records, added to a board being loaded. */
  chunkWork: 1_000,
  /** A changed chunk, compressed from memory. */
  packWork: 2_000,
  /** How often a tab may request the same chunk of its `welcome`. */
  needsPerChunk: 3,

  /** Group commit: interval between flushes by number of people in the room, and burst. */
  flushEvery: [
    { above: 400, ms: 33 },
    { above: 50, ms: 8 },
    { above: 0, ms: 0 },
  ],
  flushBurst: 4,
  flushEdits: 1_000,
  /** A flush is encoded as one batch; a larger edit is sent alone, as a copy. */
  flushBytes: 256 * 1024,
  presenceEvery: [
    { above: 100, ms: 100 },
    { above: 40, ms: 50 },
    { above: 20, ms: 33 },
    { above: 0, ms: 8 },
  ],
  /**
   * How long it takes until everybody's latest presence was sent. Each of the people gets that of all the others, so in
   * crowds a message has only the share that its part of this time allows, the longest waiting first.
   */
  presenceRound: [
    { above: 1_000, ms: 400 },
    { above: 400, ms: 100 },
    { above: 0, ms: 0 },
  ],
  /**
   * The shortest interval of presence while the event loop is busy (see `PresencePace`): measured this often, raised
   * above one share of the time and lowered below the other.
   */
  paceEvery: 500,
  paceLeastMs: 16,
  paceMostMs: 100,
  paceBusy: 0.7,
  paceIdle: 0.5,
  /** Rate and burst of presenter broadcasts. */
  presentingEvery: 200,
  presentingBurst: 4,
  /** How long a disconnected presenter keeps presenting. */
  presenterAway: 15_000,

  /** Authors of recent journal numbers kept in memory for conflict checks. */
  maxWriters: 20_000,
  /** Removed records kept in memory, so that undo need not read the journal. */
  maxRemoved: 50_000,
  /** Tabs whose highest counters are kept in memory. */
  maxMarks: 20_000,

  checkpointEdits: 5_000,
  checkpointAfter: 5 * 60_000,
  /** Maximum bytes written in one transaction of a checkpoint. */
  checkpointSlice: 1024 * 1024,
  journalPage: 2_000,
  journalPageBytes: 1024 * 1024,
  /** Edits deleted per transaction when history is trimmed. */
  trimSlice: 500,
  /** Minimum interval of presence messages to a space's watchers. */
  watchEvery: 1_000,
  /** How long a room without people stays loaded. */
  roomIdle: 60_000,

  /** A process that is frozen, or whose machine is gone, loses its boards after this time; three renewals may fail. */
  leaseFor: 4_000,
  leaseRenewEvery: 1_000,
  /** A process that notices the end of its lease this much later stood still. */
  leaseStandstill: 250,
  /** Interval at which access changes that were not announced are noticed. */
  accessCleanup: 30_000,
  /** The same for what another process of the database has changed: ended sessions, access, owners of boards. */
  sharedCheck: 1_000,
  /** The owner of a board lets a forwarded page in within this time, else the page is asked to join again. */
  forwardWithin: 3_000,
  /**
   * A stopping process gives its boards away in turn, each after this long per page of the one before, and in at
   * most `handOverWithin`; then it closes the sockets of its other pages in the same way.
   */
  handOverPerPage: 40,
  handOverWithin: 7_000,
  closeSocketsWithin: 3_000,
  drainWithin: 8_000,
} as const

/** Selects the interval for this many people. */
export function getStep(
  steps: readonly { readonly above: number; readonly ms: number }[],
  people: number,
): number {
  return steps.find((step) => people > step.above)?.ms ?? 0
}

/** Time between two pages that are asked to reconnect, ms, so that all of them are within `withinMs`. */
export function getPerPageMs(pages: number, withinMs: number): number {
  return Math.min(realtimeLimits.handOverPerPage, withinMs / Math.max(1, pages))
}
