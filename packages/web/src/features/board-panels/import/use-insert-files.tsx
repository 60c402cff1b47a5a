import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import type { ChosenFile } from '../files/chosen-file.ts'
import { acceptedFiles } from './accepted-files.ts'
import type { DrawingRequest } from './insert-pasted.ts'
import { loadImport, preloadImport } from './load-import.ts'
import { useImportRuns } from './use-import-runs.tsx'
import { usePendingImport } from './use-pending-import.ts'
import { useVersionBoard } from './use-version-board.ts'
import { waitUntil } from './wait-until.ts'

type InsertPosition = { readonly x: number; readonly y: number }

/** Inserts files into the board: drawings with a report, images as they are. */
export function useInsertFiles(): {
  openFilePicker(at?: InsertPosition): void
  insertFiles(files: readonly ChosenFile[], at?: InsertPosition): void
  /** Inserts a pasted drawing; what it lost is reported in one line, not in a dialog. */
  insertDrawing(request: DrawingRequest): void
  /** Progress, report, and the hidden file input. */
  elements: ReactNode
} {
  const { t } = useTranslation('board')
  const { board, files, ui } = useBoard()
  const { run, elements } = useImportRuns((ids) => board.viewport.show(ids))
  const fileInput = useRef<HTMLInputElement>(null)
  const position = useRef<InsertPosition | undefined>(undefined)
  const versionBoard = useVersionBoard()
  usePendingImport(run, versionBoard)
  useEffect(preloadImport, [])

  const insertFiles = (chosen: readonly ChosenFile[], at?: InsertPosition) =>
    run(async (current) => {
      const { signal, showProgress } = current
      const { insertReadFiles, readDrawings, sortFiles } = await loadImport()
      // Before the board shows a page, no element can be added.
      const shown = waitUntil(() => board.state.page.value !== null, signal)
      const [sorted] = await Promise.all([sortFiles(chosen), shown])
      if (sorted.images.length > 0) void board.insert.insertImages(sorted.images, at)
      const read = await readDrawings(sorted, signal, (name, _index, share) => showProgress(name, share))
      if (read.others.some(({ type }) => type === 'stamps')) ui.stamps.value = true
      await insertReadFiles(read, { board, files, versionBoard }, current)
    })

  const insertRequested = (request: DrawingRequest) =>
    run(
      async ({ signal, finished, showProgress }) => {
        const onProgress = (share: number) => showProgress(t('import.pasted'), share)
        const { insertPasted } = await loadImport()
        finished.push(...(await insertPasted(request, { board, files, signal, onProgress }, t)))
      },
      { isPasted: true },
    )

  return {
    openFilePicker(at) {
      position.current = at
      fileInput.current?.click()
    },
    insertFiles: (chosen, at) => void insertFiles(chosen, at),
    insertDrawing: (request) => void insertRequested(request),
    elements: (
      <>
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          data-testid="pick-files"
          accept={acceptedFiles}
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])].map((blob) => ({ blob, name: blob.name }))
            currentTarget.value = ''
            void insertFiles(chosen, position.current)
          }}
        />
        {elements}
      </>
    ),
  }
}
