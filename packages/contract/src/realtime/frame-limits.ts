/** Sizes and counts of the socket's messages, in bytes unless the name says otherwise; used by both sides. */
export const frameLimits = {
  /** A whole message from a client: the largest edit (1 MiB) and its header. */
  clientFrame: 1024 * 1024 + 16 * 1024,
  clientHeader: 16 * 1024,
  /** A whole message from the server: the largest chunk, tail or welcome. */
  serverFrame: 16 * 1024 * 1024,
  serverHeader: 2 * 1024 * 1024,
  /** A preview is redrawn 20 times a second and never kept, so it stays small. */
  preview: 64 * 1024,
  /** Ids in a selection shown to others; more are not shown. */
  selectionIds: 200,
  needChunks: 64,
  chunks: 20_000,
  people: 2_000,
  /** Spaces whose presence one tab can watch. */
  watched: 200,
  idLength: 64,
  /** Deletes that one person missed on one board, and the records that they name; the oldest are forgotten first. */
  missedDeletes: 1_000,
  /** A client that was away gets later edits instead of chunks only up to this size. */
  tail: 256 * 1024,
} as const
