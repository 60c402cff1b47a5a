/** Every number of the live socket and the rooms; times in ms, sizes in bytes unless the name says otherwise. */
export const realtimeLimits = {
  /** An upgrade is answered or its connection destroyed within this time. */
  upgradeWithin: 10_000,
  helloWithin: 10_000,
  /** A socket that answers no ping for this long is dead. */
  heartbeatEvery: 20_000,
  /** Messages a socket may send at once, and per second in the long run: 20 previews, cursors and edits fit four times. */
  framesBurst: 2_000,
  framesPerSecond: 200,
  /** Edits count by themselves: a tab that was offline brings all of them at once. */
  editsBurst: 20_000,
  editsPerSecond: 200,
  /** Messages of one socket that wait for their turn; beyond, nothing more is read from it. */
  waitingMessages: { items: 256, bytes: 1024 * 1024 },
  /**
   * Joins answer with the people and chunks of a room, up to megabytes. A socket joins again when it was behind or opens
   * another board; a person's sockets all come back at once after a restart. Beyond it a join is refused with `retry`.
   */
  socketJoinsBurst: 30,
  socketJoinsPerSecond: 1,
  personJoins: { burst: 200, perHour: 5 * 3_600 },
  socketsPerPerson: 64,
  membersPerRoom: 2_000,
  /** Of the selections that a welcome lists, all people together. */
  listedSelections: 512 * 1024,

  /** Waiting bytes of a socket: beyond the first cursors are left out, beyond the second also edits. */
  presenceBudget: 256 * 1024,
  batchBudget: 2 * 1024 * 1024,
  /** Nothing more is added to a socket with so much waiting, messages that may not be left out included: it is closed. */
  waitingBudget: 8 * 1024 * 1024,
  /** A socket that is behind is closed unless it takes `slowReadBytes` in this time (0.8 Mbit/s). */
  slowFor: 10_000,
  slowReadBytes: 1024 * 1024,
  /** Chunks asked for that are not handed over yet: as many as a board may have. */
  queuedAnswers: 20_000,
  /** Chunks are handed to the socket one after the other while less than this waits. */
  chunkWindow: 512 * 1024,
  /** Bytes of one socket's edits that are not committed yet; beyond, nothing more is read from it. Small edits count as `unsettledEdit`. */
  unsettledBytes: 4 * 1024 * 1024,
  unsettledEdit: 4 * 1024,

  /**
   * Units of work (see `estimateWork`) that a person's edits and previews may cost at once and per second in the long run;
   * at this many units in one edit, each costs double. Ten thousand new records in one edit are 290,000.
   */
  workBurst: 1_500_000,
  workPerSecond: 100_000,
  workPriceDoubles: 100_000,
  /** Of one edit's text steps, rebasing included; the largest text takes ten steps at once. */
  textWork: 60_000,
  /** Of one preview. */
  previewWork: 20_000,
  /** After so much work the event loop gets a turn. */
  workPerTurn: 20_000,
  /** Of that, what any edit takes besides: answering, numbering and telling it, which its author does not pay for. */
  turnWork: 80,
  /** Edits of one tab that were held back and go on before another tab's do. */
  resumedEdits: 16,
  /** The part of an edit's work that it takes to count it, for those that are then refused. */
  refusedWork: 0.1,
  /** Of one slice of a large edit. */
  sliceWork: 5_000,
  /** Larger edits are decoded in slices, each of which counts as so much work. */
  decodedAtOnce: 64 * 1024,
  decodeWork: 1_000,
  /** Every edit and preview, by itself and for each byte; a name of a tab not seen before and a repeat ask the database. */
  editWork: 20,
  byteWork: 0.05,
  lookupWork: 100,
  writerWork: 2,
  /** For each edit of the journal that must be replayed, and at most: replays are shared and done in slices. */
  replayWork: 20,
  replayWorkMost: 200_000,
  /** A chunk's records, written into a board that is read. */
  chunkWork: 1_000,
  /** A changed chunk, packed from memory. */
  packWork: 2_000,
  /** So often a tab may ask for one chunk of its welcome. */
  needsPerChunk: 3,

  /** Group commit: people in the room and how far apart flushes start in the long run; so many may follow each other at once. */
  flushEvery: [
    { above: 400, ms: 33 },
    { above: 50, ms: 8 },
    { above: 0, ms: 0 },
  ],
  flushBurst: 4,
  flushEdits: 1_000,
  /** The batch of a flush is encoded in one piece; an edit of more bytes goes alone, and its batch is a copy. */
  flushBytes: 256 * 1024,
  presenceEvery: [
    { above: 100, ms: 100 },
    { above: 40, ms: 50 },
    { above: 0, ms: 33 },
  ],
  /** Rate of presenter broadcasts in the long run, and their burst. */
  presentingEvery: 200,
  presentingBurst: 4,
  /** Anyone who presents may be away for this long before the others are let go. */
  presenterAway: 15_000,

  /** Writers of the latest journal numbers kept in memory to check conflicts. */
  writersKept: 20_000,
  /** Removed records kept in memory, so that undo needs no look into the journal. */
  removedKept: 50_000,
  /** Tabs whose highest counters are kept in memory. */
  marksKept: 20_000,

  checkpointEdits: 5_000,
  checkpointAfter: 5 * 60_000,
  /** One transaction of a checkpoint writes at most this much. */
  checkpointSlice: 1024 * 1024,
  journalPage: 2_000,
  journalPageBytes: 1024 * 1024,
  /** Edits that one transaction takes out of the journal, where history ends. */
  trimSlice: 500,
  /** Presence of a space is sent to its watchers at most this often. */
  watchEvery: 1_000,
  /** A room without people stays loaded this long. */
  roomIdle: 60_000,

  leaseFor: 6_000,
  leaseRenewEvery: 2_000,
  /** Backstop for access changes that nobody announced. */
  accessCleanup: 30_000,
  drainWithin: 8_000,
} as const

/** Picks the step of a table that holds for this many people. */
export function getStep(
  steps: readonly { readonly above: number; readonly ms: number }[],
  people: number,
): number {
  return steps.find((step) => people > step.above)?.ms ?? 0
}
