import { clock } from '../../../platform/dom/clock.ts'
import type { BoardKey } from '../../../platform/offline/cached-boards-database.ts'
import { createPendingImports } from '../../../platform/offline/pending-imports.ts'
import { randomId } from '../../../platform/random.ts'
import type { ChosenFile } from '../files/chosen-file.ts'
import { BoardLeft } from './board-left.ts'
import type { ImportOutcome, ReadDrawing, ReadFiles } from './import-files.ts'

/** A board that is still to be made of one drawing. */
export interface NextBoard {
  readonly name: string
  readonly folder: string | null
  readonly files: PendingImport
}

/** Files for a board that opens: read already, or as they were chosen if the page was loaded again since. */
export type PendingImport = { readonly read: ReadFiles } | { readonly chosen: readonly ChosenFile[] }

const stored = createPendingImports({ indexedDB: globalThis.indexedDB, now: clock.now })

let pending: { readonly wid: string; readonly files: PendingImport } | null = null
let nextBoards: readonly NextBoard[] = []
let earlier: readonly ImportOutcome[] = []

/** Names the copies of files in this browser, in their order. */
function withPendingIds({ drawings, images, others }: ReadFiles): ReadFiles {
  const getId = (index: number) => String(index).padStart(6, '0')
  return {
    drawings: drawings.map((each, i) => ({ ...each, file: { ...each.file, pendingId: getId(i) } })),
    images: images.map((image, i) => ({ ...image, pendingId: getId(drawings.length + i) })),
    others,
  }
}

/** Keeps files for a board, which inserts them when it opens. Resolves once a reload does not lose them. */
export async function setPendingImport(key: BoardKey, files: PendingImport): Promise<void> {
  const named = 'read' in files ? { read: withPendingIds(files.read) } : files
  pending = { wid: key.wid, files: named }
  const chosen =
    'read' in named ? [...named.read.drawings.map(({ file }) => file), ...named.read.images] : named.chosen
  const copies = chosen.map(({ blob, name, pendingId = name }) => ({ id: pendingId, name, bytes: blob }))
  // Without room in the browser the files last as long as the page.
  await stored.write(key, copies).catch(() => undefined)
}

/** The files for this board, once; null if there are none. */
export async function takePendingImport(key: BoardKey): Promise<PendingImport | null> {
  if (pending?.wid === key.wid) {
    const { files } = pending
    pending = null
    return files
  }
  const running = await listRunningRestorations()
  const copies = (await stored.list(key).catch(() => [])).filter(
    ({ restoration }) => restoration === undefined || !running.has(restoration),
  )
  if (copies.length === 0) return null
  return {
    chosen: copies.map(({ id, name, bytes, restoration }) => ({
      name,
      blob: bytes,
      pendingId: id,
      ...(restoration === undefined ? {} : { restoration }),
    })),
  }
}

/** Missing on pages without TLS. */
const locks = globalThis.navigator?.locks as LockManager | undefined
const restorationLock = 'tavla-restoration:'

/** Restorations of this tab and others; the browser ends the locks of a tab that is closed. */
async function listRunningRestorations(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set(held.map(({ name = '' }) => name.slice(restorationLock.length)))
}

/**
 * Restores the versions of a file under the prefix of ids that is given to `restore`. If the page is closed or the
 * board is left meanwhile, the file is inserted again, with the same prefix, when the board is opened.
 */
export async function keepRestoration<T>(
  key: BoardKey,
  file: ChosenFile,
  restore: (restoration: string) => Promise<T>,
): Promise<T> {
  const restoration = file.restoration ?? randomId().slice(0, 24)
  const { blob, name, pendingId = `restoration ${restoration}` } = file
  await stored.write(key, [{ id: pendingId, name, bytes: blob, restoration }]).catch(() => undefined)
  const run = async () => {
    let isLeft = false
    try {
      return await restore(restoration)
    } catch (error) {
      isLeft = error instanceof BoardLeft
      throw error
    } finally {
      if (!isLeft) forgetPendingFile(key, { ...file, pendingId })
    }
  }
  return locks ? await locks.request(restorationLock + restoration, run) : await run()
}

/** The file is on the board, or cannot come onto it. */
export function forgetPendingFile(key: BoardKey, { pendingId }: ChosenFile): void {
  if (pendingId !== undefined) stored.remove(key, pendingId).catch(() => undefined)
}

/** Nothing more comes onto this board, and no further boards are made. */
export function cancelPendingImport({ uid, wid }: BoardKey): void {
  nextBoards = []
  for (const key of [{ uid, wid }, getNextKey(uid)]) stored.clear(key).catch(() => undefined)
}

/** Where the drawings are whose boards are still to be made. */
const getNextKey = (uid: string): BoardKey => ({ uid, wid: 'next' })

/**
 * Makes boards one after the other, each once the drawing of the one before is saved. Resolves once a reload does
 * not lose them.
 */
export async function setNextBoards(
  uid: string,
  drawings: readonly ReadDrawing[],
  folder: string | null,
): Promise<void> {
  const { drawings: named } = withPendingIds({ drawings, images: [], others: [] })
  nextBoards = named.map((each) => ({
    name: each.name,
    folder,
    files: { read: { drawings: [each], images: [], others: [] } },
  }))
  earlier = []
  const copies = named.map(({ name, file: { blob, pendingId = '' } }) => ({
    id: pendingId,
    name,
    bytes: blob,
    ...(folder === null ? {} : { folder }),
  }))
  const key = getNextKey(uid)
  await stored
    .clear(key)
    .then(() => stored.write(key, copies))
    .catch(() => undefined)
}

/** The next board to make, once; null after the last one. */
export async function takeNextBoard(uid: string): Promise<NextBoard | null> {
  const key = getNextKey(uid)
  const [next, ...rest] = nextBoards
  nextBoards = rest
  const [copy] = await stored.list(key).catch(() => [])
  if (copy) stored.remove(key, copy.id).catch(() => undefined)
  if (next || !copy) return next ?? null
  const { name, bytes, folder = null } = copy
  return { name, folder, files: { chosen: [{ name, blob: bytes }] } }
}

/** What came of the boards before, for the report at the end. Its links would lead to other boards. */
export function addEarlierOutcomes(outcomes: readonly ImportOutcome[]): void {
  const unlinked = outcomes.map((outcome) =>
    outcome.type === 'done'
      ? {
          ...outcome,
          ids: [],
          report: {
            ...outcome.report,
            notes: outcome.report.notes.map((note) => ({ ...note, records: [] })),
          },
        }
      : outcome,
  )
  earlier = [...earlier, ...unlinked]
}

export function takeEarlierOutcomes(): readonly ImportOutcome[] {
  const outcomes = earlier
  earlier = []
  return outcomes
}
