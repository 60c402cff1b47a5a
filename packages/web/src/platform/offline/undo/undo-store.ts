import type { StoredStep, UndoHistory, UndoStore } from '@tavla/canvas'
import {
  waitForCommit,
  waitForRequest,
  type DatabaseDefinition,
  openDatabase,
  withDatabase,
} from '../database.ts'

const store = 'steps'
export const undoDatabase: DatabaseDefinition = {
  name: 'tavla-undo',
  version: 1,
  upgrade(database) {
    database.createObjectStore(store, { keyPath: 'place' }).createIndex('at', 'at')
  },
  closesForNewer: false,
}

/**
 * Steps of spaces not opened for this long are deleted at the next visit, so that the database does not grow
 * forever.
 */
const ttlMs = 30 * 86_400_000

/** Inverses that no stored step refers to are deleted after this time: until then another tab may still need them. */
const unusedMs = 86_400_000

type StoredEdit = StoredStep['edits'][number]
type Inverse = StoredEdit['inverse']

/** The edits of steps without their inverses, which have rows of their own. */
type OutlinedStep = Omit<StoredStep, 'edits'> & { readonly edits: readonly Omit<StoredEdit, 'inverse'>[] }

/** Steps of a person in a space. Rows of earlier versions had the whole history in one row, at `place`. */
interface StepsRow {
  readonly place: string
  readonly at: number
  readonly steps: Omit<UndoHistory, 'undo' | 'redo'> & Record<'undo' | 'redo', readonly OutlinedStep[]>
}

interface InverseRow {
  readonly place: string
  readonly at: number
  readonly inverse: Inverse
}

/**
 * Stores a person's undo steps of one space across reloads, if the browser stores anything. Each inverse is written
 * once: one of many elements takes longer than a frame to copy, and every change saves all steps.
 */
export function openUndoStore(
  { uid, wid }: { readonly uid: string; readonly wid: string },
  host: { readonly indexedDB: IDBFactory | undefined; now(): number },
): UndoStore {
  const place = `${uid} ${wid}`
  const opened = openDatabase(host.indexedDB, undoDatabase)
  /** By edit. */
  let stored = new Map<string, Inverse>()
  return {
    async load() {
      const database = await opened
      if (!database) return undefined
      const history = await readHistory(database, place, host.now() - unusedMs)
      await deleteExpired(database, host.now() - ttlMs)
      stored = getInverses(history)
      return history
    },
    async save(history) {
      const database = await opened
      if (!database) return
      const before = stored
      stored = getInverses(history)
      const at = host.now()
      const transaction = database.transaction(store, 'readwrite')
      const rows = transaction.objectStore(store)
      for (const [id, inverse] of stored) {
        if (before.get(id) === inverse) continue
        rows.put({ place: getInversePlace(place, id), at, inverse } satisfies InverseRow)
      }
      const committed = waitForCommit(transaction)
      rows.put({ place: getStepsPlace(place), at, steps: outline(history) } satisfies StepsRow)
      // An explicit commit completes even if the page is closed right now.
      transaction.commit()
      try {
        await committed
      } catch (error) {
        stored = new Map()
        throw error
      }
    },
  }
}

const getStepsPlace = (place: string): string => `${place} steps`
const getInversePlace = (place: string, editId: string): string => `${place} inverse ${editId}`

function getInverses(history: UndoHistory | undefined): Map<string, Inverse> {
  const steps = [...(history?.undo ?? []), ...(history?.redo ?? [])]
  return new Map(steps.flatMap(({ edits }) => edits.map(({ id, inverse }) => [id, inverse] as const)))
}

function outline({ undo, redo, ...rest }: UndoHistory): StepsRow['steps'] {
  const outlined = (steps: readonly StoredStep[]): OutlinedStep[] =>
    steps.map((step) => ({ ...step, edits: step.edits.map(({ inverse: _, ...edit }) => edit) }))
  return { ...rest, undo: outlined(undo), redo: outlined(redo) }
}

/** Also deletes inverses from before `unusedBefore` that no step refers to. */
async function readHistory(
  database: IDBDatabase,
  place: string,
  unusedBefore: number,
): Promise<UndoHistory | undefined> {
  const rows = database.transaction(store, 'readwrite').objectStore(store)
  const row = await waitForRequest<StepsRow | undefined>(rows.get(getStepsPlace(place)))
  if (!row) {
    const earlier = await waitForRequest<{ readonly history: UndoHistory } | undefined>(rows.get(place))
    return earlier?.history
  }
  const prefix = getInversePlace(place, '')
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const inverses = new Map<string, Inverse>()
  const needed = new Set(
    [...row.steps.undo, ...row.steps.redo].flatMap(({ edits }) => edits.map(({ id }) => id)),
  )
  for (const found of await waitForRequest<InverseRow[]>(rows.getAll(range))) {
    const id = found.place.slice(prefix.length)
    if (needed.has(id)) inverses.set(id, found.inverse)
    else if (found.at < unusedBefore) rows.delete(found.place)
  }
  const completed = (steps: readonly OutlinedStep[]): StoredStep[] =>
    steps.flatMap((step) => {
      const edits = step.edits.flatMap((edit) => {
        const inverse = inverses.get(edit.id)
        return inverse ? [{ ...edit, inverse }] : []
      })
      return edits.length === step.edits.length ? [{ ...step, edits }] : []
    })
  return { ...row.steps, undo: completed(row.steps.undo), redo: completed(row.steps.redo) }
}

/** Deletes the steps of everybody but this person; null: of everybody. They contain board content. */
export async function deleteOtherUsersUndo(
  uid: string | null,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(factory, undoDatabase, async (database) => {
    const rows = database.transaction(store, 'readwrite').objectStore(store)
    for (const key of await waitForRequest(rows.getAllKeys()))
      if (uid === null || !String(key).startsWith(`${uid} `)) rows.delete(key)
  })
}

async function deleteExpired(database: IDBDatabase, before: number): Promise<void> {
  const rows = database.transaction(store, 'readwrite').objectStore(store)
  for (const key of await waitForRequest(rows.index('at').getAllKeys(IDBKeyRange.upperBound(before))))
    rows.delete(key)
}
