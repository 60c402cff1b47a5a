/** Writes are impossible for now: the disk is full or the database is unreachable. It recovers by itself. */
export class DatabaseUnavailable extends Error {
  readonly reason: 'full' | 'away'
  constructor(reason: 'full' | 'away', cause: unknown) {
    super(reason === 'full' ? 'No space left for the database' : 'The database cannot be reached', { cause })
    this.reason = reason
  }
}

/** A row with that key exists. */
export class DuplicateRow extends Error {}

/** Two transactions conflict; running this one again may succeed. */
export class SerializationFailure extends Error {}

/** A statement of a batch changed an unexpected number of rows; the batch was rolled back. */
export class BatchConflict extends Error {
  readonly index: number
  constructor(index: number) {
    super(`Statement ${index} of a batch changed another number of rows than expected`)
    this.index = index
  }
}

/** Prevents the start; the message is meant for the person who runs the server. */
export class StartRefused extends Error {}
