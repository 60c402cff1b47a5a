/** Writes cannot be taken now: the disk is full or the database is away. It recovers by itself. */
export class DatabaseUnavailable extends Error {
  readonly reason: 'full' | 'away'
  constructor(reason: 'full' | 'away', cause: unknown) {
    super(reason === 'full' ? 'No space left for the database' : 'The database cannot be reached', { cause })
    this.reason = reason
  }
}

/** A row with that key exists already. */
export class DuplicateRow extends Error {}

/** Two transactions could not both be true; running this one again may succeed. */
export class SerializationFailure extends Error {}

/** A statement of a batch changed another number of rows than it must; nothing of the batch was kept. */
export class BatchConflict extends Error {
  readonly index: number
  constructor(index: number) {
    super(`Statement ${index} of a batch changed another number of rows than expected`)
    this.index = index
  }
}

/** What stops the start, in a sentence for the person who runs the server. */
export class StartRefused extends Error {}
