import type { ReadonlySignal } from '@preact/signals-core'
import { fileFields, getRecordFiles } from '@tavla/canvas'
import type { ImportedDrawing, ImportedVersion, Replica } from '@tavla/canvas'
import { renameVersions, type RenamedVersion, restoreVersion, runToEnd } from '@tavla/canvas/model'
import { isAtLeast, lengths } from '@tavla/contract'
import { randomId } from '../../../platform/random.ts'
import { isLocalFile } from '../../../platform/offline/waiting-files.ts'
import type { BoardFiles } from '../files/board-files.ts'
import { boardKinds } from '../messages/suggest.ts'
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
  /** Removes a name again. */
  removeName(id: string): Promise<unknown>
}

export interface RestoredVersions {
  /** Ids on the board by those in the file. */
  readonly ids: ReadonlyMap<string, string>
  /** Number of versions that have their name. */
  readonly count: number
}

interface Progress {
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

/**
 * Restores the versions of a file one after the other, each as an ordinary edit that is named once it is saved, and
 * then the board. What cannot be restored is left off; null if the board itself was refused, which undoes everything.
 */
export async function restoreVersions(
  drawing: ImportedDrawing & { readonly versions: readonly ImportedVersion[] },
  board: VersionBoard,
  { signal, onProgress }: Progress,
): Promise<RestoredVersions | null> {
  const { versions } = drawing
  const [last, ...earlier] = renameVersions([...versions, drawing], randomId).toReversed()
  if (!last) return null
  const steps = new VersionSteps(board.replica)
  const names: string[] = []
  for (const [i, version] of earlier.toReversed().entries()) {
    if (signal.aborted) break
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
  const isComplete = steps.apply(last)
  if (!isComplete) steps.undo()
  discardUnused([last, ...earlier], board)
  if (isComplete) return { ids: last.ids, count: names.length }
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

  constructor(replica: VersionBoard['replica']) {
    this.#replica = replica
    this.#placed = new Set(replica.document.ids())
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
