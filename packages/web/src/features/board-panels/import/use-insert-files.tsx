import { effect } from '@preact/signals-core'
import type { Board } from '@tavla/canvas'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { toasts } from '../../../platform/toast.ts'
import { useBoard } from '../board-context.ts'
import type { ChosenFile } from '../files/chosen-file.ts'
import { ProgressLine } from '../files/progress-line.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { insertDrawing, readDrawings, sortFiles } from './import-files.ts'
import type { ImportOutcome, ReadFiles } from './import-files.ts'
import { ImportResultView } from './import-result.tsx'
import type { ImportResult } from './import-result.tsx'
import { insertPasted } from './insert-pasted.ts'
import type { DrawingRequest } from './insert-pasted.ts'
import { takePendingImport } from './pending-import.ts'

type InsertPosition = { readonly x: number; readonly y: number }

type ImportWork = (signal: AbortSignal, finished: ImportOutcome[]) => Promise<void>

interface RunningImport {
  readonly name: string
  readonly share: number | null
  cancel(): void
}

/** Resolves once the board shows a page: before, no element can be added. Rejects when aborted. */
async function waitForPage({ state }: Pick<Board, 'state'>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const shown = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    stop = effect(() => {
      if (state.page.value !== null) resolve()
    })
  })
  await shown.finally(stop)
}

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
  const { board, files, space } = useBoard()
  const [running, setRunning] = useState<RunningImport | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const position = useRef<InsertPosition | undefined>(undefined)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const showProgress = (name: string, share: number | null) =>
    setRunning({ name, share, cancel: () => controller.current?.abort() })

  /** Runs an import that can be cancelled; what was inserted before stays, with its report. */
  const run = async (work: ImportWork, isPasted = false) => {
    const finished: ImportOutcome[] = []
    controller.current = new AbortController()
    const { signal } = controller.current
    try {
      await work(signal, finished)
    } catch (error) {
      if (!signal.aborted) toasts.note(getLocalFailureText(error) ?? t('import.broken'))
    } finally {
      setRunning(null)
      setResult((last) => ({ outcomes: finished, isPasted, run: (last?.run ?? 0) + 1 }))
    }
  }

  const insertRead = async (read: ReadFiles, signal: AbortSignal, finished: ImportOutcome[]) => {
    finished.push(...read.failed)
    const inserted: string[] = []
    for (const file of read.drawings) {
      const onProgress = (share: number) => showProgress(file.name, share)
      const outcome = await insertDrawing(file, { board, files, signal, beside: inserted, onProgress })
      finished.push(outcome)
      if (outcome.type === 'done') inserted.push(...outcome.ids)
    }
    if (read.drawings.length > 1) board.viewport.show(inserted)
  }

  const insertFiles = (chosen: readonly ChosenFile[], at?: InsertPosition) =>
    run(async (signal, finished) => {
      const [sorted] = await Promise.all([sortFiles(chosen), waitForPage(board, signal)])
      if (sorted.images.length > 0) void board.insert.insertImages(sorted.images, at)
      const read = await readDrawings(sorted, signal, (name) => showProgress(name, null))
      await insertRead(read, signal, finished)
    })

  const insertRequested = (request: DrawingRequest) =>
    run(async (signal, finished) => {
      const onProgress = (share: number) => showProgress(t('import.pasted'), share)
      finished.push(...(await insertPasted(request, { board, files, signal, onProgress }, t)))
    }, true)

  const insertPending = useEffectEvent(() => {
    const pending = takePendingImport(space.wid)
    if (!pending) return
    void run(async (signal, finished) => {
      // Texts are measured on insertion.
      await document.fonts.ready
      if (pending.images.length > 0) void board.insert.insertImages(pending.images)
      await insertRead(pending, signal, finished)
    })
  })
  const isReady = useSignal(board.state.page) !== null
  useEffect(() => {
    if (isReady) insertPending()
  }, [isReady])

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
        {running && <ProgressLine {...running} text={t('import.running', { name: running.name })} />}
        {running === null && result !== null && (
          <ImportResultView
            key={result.run}
            result={result}
            onShow={(ids) => board.viewport.show(ids)}
            onClose={() => setResult(null)}
          />
        )}
      </>
    ),
  }
}
