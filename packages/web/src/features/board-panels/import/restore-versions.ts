import type { ReadonlySignal } from '@preact/signals-core'
import { fileFields, getRecordFiles } from '@tavla/canvas'
import type { ImportedDrawing, ImportedVersion, Replica } from '@tavla/canvas'
import { renameVersions, type RenamedVersion, restoreVersion, runToEnd } from '@tavla/canvas/model'
import { isAtLeast, lengths } from '@tavla/contract'
import { randomId } from '../../../platform/random.ts'
import { isLocalFile } from '../../../platform/offline/waiting-files.ts'
import type { BoardFiles } from '../files/board-files.ts'
import type { ChosenFile } from '../files/chosen-file.ts'
import { boardKinds } from '../messages/suggest.ts'
import { BoardLeft } from './board-left.ts'
import { waitUntil } from './wait-until.ts'

/** A board on which named versions can be restored. */
export interface VersionBoard {
  readonly replica: Pick<
    Replica,
    'actor' | 'document' | 'edit' | 'ownSeq' | 'progress' | 'saveState' | 'undo'
  >
  readonly files: Pick<BoardFiles, 'transfers' | 'discard'>
  readonly isOnline: ReadonlySignal<boolean>
  /** Names the version with this number; returns the id of the name. */
  nameVersion(seq: number, name: string, signal: AbortSignal): Promise<string>
  /** Number of its versions that have a name. */
  countVersions(): Promise<number>
  /** Completes a restoration that is broken off when the board is opened again; see `keepRestoration`. */
  keepRestoration<T>(file: ChosenFile, restore: (restoration: string) => Promise<T>): Promise<T>
  /** Removes a name again. */
  removeName(id: string): Promise<unknown>
}

export interface RestoredVersions {
  /** Ids on the board by those in the file. */
  readonly ids: ReadonlyMap<string, string>
  /** Number of versions that have their name. */
  readonly count: number
}

interface Run {
  /** Begins the ids of all records that are restored. */
  readonly restoration: string
  /** Leaves off the versions that are still to come. */
  readonly signal: AbortSignal
  /** 0 to 1. */
  onProgress(share: number): void
}

/** Versions are restored where they lose nothing: the only content of the board is one empty page. */
export function canRestoreVersions({ replica, isOnline }: VersionBoard): boolean {
  const { document } = replica
  const [page, ...more] = document.childIds(null)
  const isEmpty = page !== undefined && more.length === 0 && document.childIds(page).length === 0
  const isAllowed = isAtLeast(replica.actor.peek().role, 'editor')
  const { complete, totalBytes } = replica.progress.peek()
  return isEmpty && isAllowed && (complete || totalBytes === 0) && isOnline.peek()
}

/** Whether the board holds records of this restoration, which was broken off; asked once the whole board is known. */
export async function isBrokenOff(
  board: VersionBoard,
  restoration: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (restoration === undefined) return false
  const { replica } = board
  const isLoaded = () => replica.progress.value.complete || replica.progress.value.totalBytes === 0
  await waitUntil(() => isLoaded() && isSaved(board, new Set()), signal)
  return listRestored(board, restoration).length > 0
}

const listRestored = ({ replica }: VersionBoard, restoration: string): readonly string[] =>
  [...replica.document.ids()].filter((id) => id.startsWith(restoration))

/**
 * Restores the versions of a file one after the other, each as an ordinary edit that is named once it is saved, and
 * then the board. What cannot be restored is left off; null if the board itself was refused, which undoes everything.
 * One that was broken off is only completed by the board: its other versions would come after the one that it reached.
 */
export async function restoreVersions(
  drawing: ImportedDrawing & { readonly versions: readonly ImportedVersion[] },
  board: VersionBoard,
  { restoration, signal, onProgress }: Run,
): Promise<RestoredVersions | null> {
  const { versions } = drawing
  // The same each time, so that the records of a restoration that was broken off are found again.
  let number = 0
  const createId = () => restoration + (number++).toString(16).padStart(8, '0')
  const [last, ...earlier] = renameVersions([...versions, drawing], createId).toReversed()
  if (!last) return null
  const restored = listRestored(board, restoration)
  const isBroken = restored.length > 0
  const steps = new VersionSteps(board.replica, isBroken ? restored : board.replica.document.ids())
  const names: string[] = []
  for (const [i, version] of earlier.toReversed().entries()) {
    if (isBroken || signal.aborted) break
    onProgress(i / (versions.length + 1))
    if (!steps.apply(version)) continue
    try {
      await waitUntil(() => isSaved(board, steps.localFiles), signal)
      names.push(
        await board.nameVersion(board.replica.ownSeq, toVersionName(versions[i]?.name ?? ''), signal),
      )
    } catch {
      // Cancelled, or the server names no more: the others could not be found without a name.
      break
    }
  }
  if (signal.reason instanceof BoardLeft) throw signal.reason
  const isComplete = steps.apply(last)
  if (!isComplete) steps.undo()
  discardUnused([last, ...earlier], board)
  const countNamed = async () => Math.min(versions.length, await board.countVersions().catch(() => 0))
  if (isComplete) return { ids: last.ids, count: isBroken ? await countNamed() : names.length }
  await Promise.allSettled(names.map((id) => board.removeName(id)))
  return null
}

/** Applies one version after the other to the records of the one before. */
class VersionSteps {
  readonly #replica: VersionBoard['replica']
  readonly #placed: Set<string>
  /** Stored files by their ids in this browser, as far as they were uploaded meanwhile. */
  readonly #uploaded = new Map<string, string>()
  #latest: RenamedVersion | undefined
  #count = 0

  constructor(replica: VersionBoard['replica'], replaced: Iterable<string>) {
    this.#replica = replica
    this.#placed = new Set(replaced)
  }

  /** Files of the latest version that were not uploaded when it was applied. */
  get localFiles(): ReadonlySet<string> {
    return new Set(listLocalFiles(this.#latest))
  }

  /** Returns whether the board took it; each is an undo step. */
  apply(version: RenamedVersion): boolean {
    const { document, actor, edit } = this.#replica
    this.#noteUploads()
    const records = version.records.map((record) => ({ ...record, ...this.#getStoredFiles(record) }))
    const { changes } = runToEnd(
      restoreVersion({
        present: document,
        kinds: boardKinds,
        actor: actor.peek(),
        version: { ...version, records },
        replaced: this.#placed,
      }),
    )
    if (changes.length > 0) {
      if (edit(changes, randomId())) return false
      this.#count += 1
    }
    this.#latest = { ...version, records }
    for (const { id } of records) this.#placed.add(id)
    return true
  }

  undo(): void {
    for (; this.#count > 0; this.#count -= 1) this.#replica.undo()
  }

  /** A record names its stored file once it is uploaded; so must the versions after it. */
  #noteUploads(): void {
    for (const record of this.#latest?.records ?? []) {
      const now = this.#replica.document.get(record.id)
      for (const field of fileFields) {
        const [local, stored] = [record[field], now?.[field]]
        if (typeof local !== 'string' || !isLocalFile(local)) continue
        if (typeof stored === 'string' && !isLocalFile(stored)) this.#uploaded.set(local, stored)
      }
    }
  }

  #getStoredFiles(record: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
    const fields = fileFields.flatMap((field) => {
      const stored = this.#uploaded.get(String(record[field]))
      return stored === undefined ? [] : [[field, stored] as const]
    })
    return Object.fromEntries(fields)
  }
}

const listLocalFiles = (version: Pick<RenamedVersion, 'records'> | undefined): readonly string[] =>
  version?.records.flatMap((record) => getRecordFiles(record)).filter(isLocalFile) ?? []

/** The server has everything, files included; a version that names a file of this browser would show none. */
function isSaved({ replica, files }: VersionBoard, localFiles: ReadonlySet<string>): boolean {
  const isUploading = files.transfers.value.some(({ id }) => localFiles.has(id))
  const { value } = replica.saveState
  return !isUploading && value !== 'saving' && value !== 'not-saved'
}

/** Files that only versions show which were left off would wait for their upload for ever. */
function discardUnused(versions: readonly RenamedVersion[], { replica, files }: VersionBoard): void {
  const { document } = replica
  const shown = new Set([...document.ids()].flatMap((id) => getRecordFiles(document.get(id))))
  for (const id of new Set(versions.flatMap(listLocalFiles))) if (!shown.has(id)) files.discard(id)
}

/** A name as the server takes it. */
function toVersionName(name: string): string {
  const text = name.replace(/[\u0000-\u001f\u007f]/g, ' ').toWellFormed()
  return text.slice(0, lengths.versionName).toWellFormed().trim() || '–'
}
