import { type Migrator, getMigrator } from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import { type JournalEntry, readJournal, getSchemaVersions } from '../journal/journal.ts'
import type { BoardModel } from '../model.ts'

/** Edits under the same schema versions, and the migration to apply to the records before them. */
export interface EditRange {
  readonly migrator: Migrator | null
  readonly entries: readonly JournalEntry[]
}

export interface HistorySource {
  readonly model: BoardModel
  readonly db: Database
  readonly wid: string
  /** Number of the edit that the records are at. */
  readonly after: number
  /** Schema number of the records; undefined for an empty board. */
  readonly schema: number | undefined
  /** Number of the current schema versions, at which the last range ends. */
  readonly present: number
}

/**
 * Reads the journal from a number on. Where a newer server migrated the board, the same migration is
 * applied at the same point, so that edits always meet the records they were made on.
 */
export async function* readHistory({
  model,
  db,
  wid,
  after,
  schema,
  present,
}: HistorySource): AsyncGenerator<EditRange> {
  let at = schema
  const step = async (to: number): Promise<Migrator | null> => {
    const from = at
    at = to
    return from === undefined || from === to ? null : await getMigratorTo(model, db, from, to)
  }
  for await (const page of readJournal(db, wid, after)) {
    for (const entries of getRuns(page)) {
      yield { migrator: await step(entries[0]?.schema ?? present), entries }
    }
  }
  yield { migrator: await step(present), entries: [] }
}

async function getMigratorTo(model: BoardModel, db: Database, from: number, to: number): Promise<Migrator> {
  const [old, then] = [await getSchemaVersions(db, from), await getSchemaVersions(db, to)]
  return getMigrator(model.schemas, old, then)
}

/** Groups consecutive entries with the same schema number. */
function getRuns(page: readonly JournalEntry[]): readonly (readonly JournalEntry[])[] {
  const runs: JournalEntry[][] = []
  for (const entry of page) {
    const run = runs.at(-1)
    if (run?.[0]?.schema === entry.schema) run.push(entry)
    else runs.push([entry])
  }
  return runs
}
