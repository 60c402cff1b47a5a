import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureHere } from '../../../platform/failure.ts'
import { toasts } from '../../../platform/toast.ts'
import { useBoard } from '../board-context.ts'
import { importDrawing, isDrawing, isImage } from './import-files.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { ImportOutcome } from './import-files.ts'
import { ImportReportDialog } from './import-report.tsx'
import { ProgressLine } from './progress-line.tsx'

type At = { readonly x: number; readonly y: number }

interface Running {
  readonly name: string
  readonly share: number | null
  cancel(): void
}

/** Inserts files into the board: drawings with a report, images as they are. */
export function useInsertFiles(): {
  pick(at?: At): void
  bring(files: readonly ChosenFile[], at?: At): void
  /** Progress, report, and the hidden file input. */
  parts: ReactNode
} {
  const { t } = useTranslation('board')
  const { board, files } = useBoard()
  const [running, setRunning] = useState<Running | null>(null)
  const [outcomes, setOutcomes] = useState<readonly ImportOutcome[]>([])
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<At | undefined>(undefined)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const importAll = async (drawings: readonly ChosenFile[]) => {
    const ended: ImportOutcome[] = []
    stop.current = new AbortController()
    const { signal } = stop.current
    try {
      for (const file of drawings) {
        const show = (share: number | null) =>
          setRunning({ name: file.name, share, cancel: () => stop.current?.abort() })
        show(null)
        ended.push(await importDrawing(file, { board, files, signal, onProgress: show }))
      }
    } catch (error) {
      if (!signal.aborted) toasts.note(failureHere(error) ?? t('import.broken'))
    } finally {
      setRunning(null)
      setOutcomes((before) => [...before, ...ended])
    }
  }
  const bring = async (picked: readonly ChosenFile[], at?: At) => {
    const areDrawings = await Promise.all(picked.map(isDrawing))
    const drawings = picked.filter((_, i) => areDrawings[i])
    const images = picked.filter((file, i) => !areDrawings[i] && isImage(file))
    const others = picked.filter((file, i) => !areDrawings[i] && !isImage(file))
    setOutcomes(others.map(({ name }) => ({ type: 'unknown', name })))
    if (images.length > 0) void board.insert.insertImages(images, at)
    if (drawings.length > 0) void importAll(drawings)
  }

  return {
    pick(at) {
      place.current = at
      field.current?.click()
    },
    bring: (picked, at) => void bring(picked, at),
    parts: (
      <>
        <input
          ref={field}
          type="file"
          multiple
          hidden
          data-testid="pick-files"
          accept=".tavla,.excalidraw,.excalidrawlib,.json,.canvas,.csv,.tsv,.md,.markdown,.opml,application/json,image/*"
          onChange={({ currentTarget }) => {
            const picked = [...(currentTarget.files ?? [])].map((blob) => ({ blob, name: blob.name }))
            currentTarget.value = ''
            void bring(picked, place.current)
          }}
        />
        {running && <ProgressLine {...running} words={t('import.running', { name: running.name })} />}
        {running === null && outcomes.length > 0 && (
          <ImportReportDialog outcomes={outcomes} onClose={() => setOutcomes([])} />
        )}
      </>
    ),
  }
}
