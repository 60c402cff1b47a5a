import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { toasts } from '../../../platform/toast.ts'
import { useBoard } from '../board-context.ts'
import { importDrawing, isDrawing, isImage } from './import-files.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { ImportOutcome } from './import-files.ts'
import { ImportReportDialog } from './import-report.tsx'
import { ProgressLine } from './progress-line.tsx'

type InsertPosition = { readonly x: number; readonly y: number }

interface RunningImport {
  readonly name: string
  readonly share: number | null
  cancel(): void
}

/** Inserts files into the board: drawings with a report, images as they are. */
export function useInsertFiles(): {
  openFilePicker(at?: InsertPosition): void
  insertFiles(files: readonly ChosenFile[], at?: InsertPosition): void
  /** Progress, report, and the hidden file input. */
  elements: ReactNode
} {
  const { t } = useTranslation('board')
  const { board, files } = useBoard()
  const [running, setRunning] = useState<RunningImport | null>(null)
  const [outcomes, setOutcomes] = useState<readonly ImportOutcome[]>([])
  const fileInput = useRef<HTMLInputElement>(null)
  const position = useRef<InsertPosition | undefined>(undefined)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const importAll = async (drawings: readonly ChosenFile[]) => {
    const finished: ImportOutcome[] = []
    controller.current = new AbortController()
    const { signal } = controller.current
    try {
      for (const file of drawings) {
        const showProgress = (share: number | null) =>
          setRunning({ name: file.name, share, cancel: () => controller.current?.abort() })
        showProgress(null)
        finished.push(await importDrawing(file, { board, files, signal, onProgress: showProgress }))
      }
    } catch (error) {
      if (!signal.aborted) toasts.note(getLocalFailureText(error) ?? t('import.broken'))
    } finally {
      setRunning(null)
      setOutcomes((before) => [...before, ...finished])
    }
  }
  const insertFiles = async (chosen: readonly ChosenFile[], at?: InsertPosition) => {
    const areDrawings = await Promise.all(chosen.map(isDrawing))
    const drawings = chosen.filter((_, i) => areDrawings[i])
    const images = chosen.filter((file, i) => !areDrawings[i] && isImage(file))
    const others = chosen.filter((file, i) => !areDrawings[i] && !isImage(file))
    setOutcomes(others.map(({ name }) => ({ type: 'unknown', name })))
    if (images.length > 0) void board.insert.insertImages(images, at)
    if (drawings.length > 0) void importAll(drawings)
  }

  return {
    openFilePicker(at) {
      position.current = at
      fileInput.current?.click()
    },
    insertFiles: (chosen, at) => void insertFiles(chosen, at),
    elements: (
      <>
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          data-testid="pick-files"
          accept=".tavla,.excalidraw,.excalidrawlib,.json,.canvas,.csv,.tsv,.md,.markdown,.opml,application/json,image/*"
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])].map((blob) => ({ blob, name: blob.name }))
            currentTarget.value = ''
            void insertFiles(chosen, position.current)
          }}
        />
        {running && <ProgressLine {...running} text={t('import.running', { name: running.name })} />}
        {running === null && outcomes.length > 0 && (
          <ImportReportDialog outcomes={outcomes} onClose={() => setOutcomes([])} />
        )}
      </>
    ),
  }
}
