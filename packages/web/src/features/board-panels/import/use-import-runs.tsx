import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { toasts } from '../../../platform/toast.ts'
import { ProgressLine } from '../overlays/lazy-transfers.ts'
import type { ImportOutcome } from './import-files.ts'
import { BoardLeft } from './board-left.ts'
import { ImportResultView } from './import-result.tsx'
import type { ImportResult } from './import-result.tsx'

/** What an import gets that is running. */
export interface ImportRun {
  readonly signal: AbortSignal
  /** What was imported; stays if the import is cancelled. */
  readonly finished: ImportOutcome[]
  /** `share` is 0 to 1; null while the total is unknown. */
  showProgress(name: string, share: number | null): void
}

interface RunOptions {
  readonly isPasted?: boolean
  /** The person has cancelled it; leaving the board does not call it. */
  onCancel?(): void
}

interface RunningImport {
  readonly id: number
  readonly name: string
  readonly share: number | null
  cancel(): void
}

export type RunImport = (work: (run: ImportRun) => Promise<void>, options?: RunOptions) => Promise<void>

/** Imports on one board: each has its own progress, can be cancelled by itself, and has its own report. */
export function useImportRuns(onShow: (ids: readonly string[]) => void): {
  readonly run: RunImport
  readonly elements: ReactNode
} {
  const { t } = useTranslation('board')
  const [running, setRunning] = useState<readonly RunningImport[]>([])
  const [results, setResults] = useState<readonly ImportResult[]>([])
  const controllers = useRef(new Set<AbortController>())
  const lastId = useRef(0)
  useEffect(() => {
    const open = controllers.current
    return () => open.forEach((controller) => controller.abort(new BoardLeft()))
  }, [])

  const run: RunImport = async (work, { isPasted = false, onCancel } = {}) => {
    const id = ++lastId.current
    const controller = new AbortController()
    const { signal } = controller
    const finished: ImportOutcome[] = []
    controllers.current.add(controller)
    const cancel = () => {
      onCancel?.()
      controller.abort()
    }
    const showProgress = (name: string, share: number | null) =>
      setRunning((list) => {
        const line = { id, name, share, cancel }
        return list.some((each) => each.id === id)
          ? list.map((each) => (each.id === id ? line : each))
          : [...list, line]
      })
    try {
      await work({ signal, finished, showProgress })
    } catch (error) {
      if (!signal.aborted) toasts.note(getLocalFailureText(error) ?? t('import.broken'))
    } finally {
      controllers.current.delete(controller)
      setRunning((list) => list.filter((each) => each.id !== id))
      if (finished.length > 0) setResults((list) => [...list, { outcomes: finished, isPasted, run: id }])
    }
  }

  // One report at a time, the oldest first.
  const [result] = results
  return {
    run,
    elements: (
      <>
        {running.map(({ id, name, share, cancel }) => (
          <ProgressLine key={id} text={t('import.running', { name })} share={share} cancel={cancel} />
        ))}
        {result && (
          <ImportResultView
            key={result.run}
            result={result}
            onShow={onShow}
            onClose={() => setResults((list) => list.filter((each) => each !== result))}
          />
        )}
      </>
    ),
  }
}
