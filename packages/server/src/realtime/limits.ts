/** Every number of the live socket and the rooms; times in ms, sizes in bytes unless the name says otherwise. */
export const realtimeLimits = {
  helloWithin: 10_000,
  /** A socket that answers no ping for this long is dead. */
  heartbeatEvery: 20_000,
  /** Messages a socket may send at once, and per second in the long run: 20 previews, cursors and edits fit four times. */
  framesBurst: 2_000,
  framesPerSecond: 200,
  /** Edits count by themselves: a tab that was offline brings all of them at once. */
  editsBurst: 20_000,
  editsPerSecond: 200,
  socketsPerPerson: 64,
  membersPerRoom: 1_000,

  /** Waiting bytes of a socket: beyond the first cursors are left out, beyond the second also edits. */
  presenceBudget: 256 * 1024,
  batchBudget: 2 * 1024 * 1024,
  /** Longer behind than this: closed. */
  slowFor: 30_000,
  /** Chunks are handed to the socket one after the other while less than this waits. */
  chunkWindow: 512 * 1024,
  /** Bytes of one socket's edits that are not committed yet; beyond, nothing more is read from it. Small edits count as `unsettledEdit`. */
  unsettledBytes: 4 * 1024 * 1024,
  unsettledEdit: 4 * 1024,

  /** Group commit: people in the room and how far apart flushes start in the long run; so many may follow each other at once. */
  flushEvery: [
    { above: 400, ms: 33 },
    { above: 50, ms: 8 },
    { above: 0, ms: 0 },
  ],
  flushBurst: 4,
  flushEdits: 1_000,
  flushBytes: 1024 * 1024,
  presenceEvery: [
    { above: 100, ms: 100 },
    { above: 40, ms: 50 },
    { above: 0, ms: 33 },
  ],
  /** How far apart everybody is told who presents, in the long run; so many times at once. */
  presentingEvery: 200,
  presentingBurst: 4,
  /** Whoever presents may be away for this long before the others are let go. */
  presenterAway: 15_000,

  /** Writers of the latest journal numbers kept in memory to judge conflicts. */
  writersKept: 20_000,
  /** Removed records kept in memory, so that undo needs no look into the journal. */
  removedKept: 50_000,

  checkpointEdits: 5_000,
  checkpointAfter: 5 * 60_000,
  /** One transaction of a checkpoint writes at most this much. */
  checkpointSlice: 1024 * 1024,
  journalPage: 2_000,
  /** Edits that one transaction takes out of the journal, where history ends. */
  trimSlice: 500,
  /** Who is in a space is told to those outside at most this often. */
  watchEvery: 1_000,
  /** A room without people stays loaded this long. */
  roomIdle: 60_000,

  leaseFor: 6_000,
  leaseRenewEvery: 2_000,
  /** Backstop for access changes that nobody announced. */
  accessSweep: 30_000,
  drainWithin: 8_000,
} as const

/** Picks the step of a table that holds for this many people. */
export function stepFor(
  steps: readonly { readonly above: number; readonly ms: number }[],
  people: number,
): number {
  return steps.find((step) => people > step.above)?.ms ?? 0
}
