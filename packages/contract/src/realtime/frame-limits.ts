/** Limits of socket messages for both sides, in bytes unless the name says otherwise. */
export const frameLimits = {
  /** A message from a client: the largest edit (1 MiB) and its header. */
  clientFrame: 1024 * 1024 + 16 * 1024,
  clientHeader: 16 * 1024,
  /** A message from the server: the largest chunk, tail or welcome. */
  serverFrame: 16 * 1024 * 1024,
  serverHeader: 2 * 1024 * 1024,
  /** Previews are sent 20 times a second. */
  preview: 64 * 1024,
  /** Selected ids shown to other users; further ones are omitted. */
  selectionIds: 200,
  /** Positions in a text; larger than any text of a board. */
  textPosition: 1_000_000,
  needChunks: 64,
  chunks: 20_000,
  people: 2_000,
  /** Spaces whose presence a tab can watch. */
  watched: 200,
  idLength: 64,
  /** Missed deletes per user and board, and ids per delete; the oldest are dropped first. */
  missedDeletes: 1_000,
  /** Missed edits up to this size are sent as tail instead of chunks. */
  tail: 256 * 1024,
} as const
