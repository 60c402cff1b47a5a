import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../../platform/navigation/use-navigate.ts'
import { api } from '../../../platform/network/api.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { randomId } from '../../../platform/random.ts'
import { session } from '../../../state/index.ts'
import { getWhiteboardUrl } from '../../spaces/index.ts'
import { useBoard } from '../board-context.ts'
import type { ChosenFile } from '../files/chosen-file.ts'
import { getTitle } from './get-title.ts'
import { loadImport } from './load-import.ts'
import {
  addEarlierOutcomes,
  cancelPendingImport,
  forgetPendingFile,
  setPendingImport,
  takeEarlierOutcomes,
  takeNextBoard,
  takePendingImport,
} from './pending-import.ts'
import type { VersionBoard } from './restore-versions.ts'
import type { ImportRun, RunImport } from './use-import-runs.tsx'
import { waitUntil } from './wait-until.ts'

/**
 * Inserts the files that were chosen for this board on the dashboard, then makes the next board of the same choice
 * and opens it.
 */
export function usePendingImport(run: RunImport, versionBoard: VersionBoard): void {
  const { board, files, space } = useBoard()
  const navigate = useNavigate()
  const uid = useSignal(session.userInfo)?.uid ?? ''
  const key = { uid, wid: space.wid }

  /** Creates the next board and returns its URL; null after the last one. */
  const createNextBoard = async ({ signal, finished, showProgress }: ImportRun): Promise<string | null> => {
    const next = await takeNextBoard(uid)
    if (!next) return null
    showProgress(next.name, null)
    // Leaving the board earlier would leave its last edits in this browser.
    await waitUntil(
      () => board.state.saveState.value === 'saved' && files.transfers.value.length === 0,
      signal,
    )
    const body = { name: getTitle(next.name), ...(next.folder === null ? {} : { folder: next.folder }) }
    const { wid } = await api.space.create({ body }, { signal, idempotencyKey: randomId() })
    await setPendingImport({ uid, wid }, next.files)
    // The report is shown on the last board.
    addEarlierOutcomes(finished.splice(0))
    return getWhiteboardUrl(wid)
  }

  const insertPending = useEffectEvent(async () => {
    const pending = await takePendingImport(key)
    if (!pending) return
    const work = async (current: ImportRun) => {
      const { signal, finished, showProgress } = current
      const forget = (file: ChosenFile) => forgetPendingFile(key, file)
      // Texts are measured on insertion.
      await document.fonts.ready
      const { insertReadFiles, readDrawings, sortFiles } = await loadImport()
      const read =
        'read' in pending
          ? pending.read
          : await readDrawings(await sortFiles(pending.chosen), signal, (name) => showProgress(name, null))
      if (read.images.length > 0) void board.insert.insertImages(read.images)
      read.images.forEach(forget)
      await insertReadFiles(read, { board, files, versionBoard }, current, forget)
      let next: string | null = null
      try {
        next = await createNextBoard(current)
      } catch (error) {
        cancelPendingImport(key)
        throw error
      } finally {
        if (next === null) finished.unshift(...takeEarlierOutcomes())
      }
      if (next !== null) void navigate(next, { replace: true })
    }
    await run(work, { onCancel: () => cancelPendingImport(key) })
  })
  const isReady = useSignal(board.state.page) !== null
  useEffect(() => {
    if (isReady) void insertPending()
  }, [isReady])
}
