import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { saveFile } from '../../../platform/dom/save-file.ts'
import { useBoard } from '../board-context.ts'
import type { ExportChoice } from './export-choice.ts'
import { copyImage } from './copy-image.ts'
import { exportBoard, type ExportSource } from './export-board.ts'

export interface ExportState {
  /** 0 to 1 while exporting; null otherwise. */
  readonly share: number | null
  readonly failure: string | null
  /** Images that could not be fetched for the last export. */
  readonly missing: number
  /** Named versions that the last export left off. */
  readonly missingVersions: number
  run(choice: ExportChoice, to: 'file' | 'clipboard'): Promise<void>
  cancel(): void
}

/** Progress updates per export; more would slow down the page. */
const steps = 50

/** Runs one export at a time; unmounting cancels it. `onDone` is called if there is nothing to report. */
export function useExport(openVersions: ExportSource['openVersions'], onDone: () => void): ExportState {
  const { t } = useTranslation('board')
  const { board, files, space } = useBoard()
  const [share, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [missing, setMissing] = useState(0)
  const [missingVersions, setMissingVersions] = useState(0)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const run = async (choice: ExportChoice, to: 'file' | 'clipboard') => {
    const { signal } = (controller.current = new AbortController())
    setProgress(0)
    setFailure(null)
    setMissing(0)
    setMissingVersions(0)
    try {
      const onProgress = (done: number) => setProgress(Math.floor(done * steps) / steps)
      const source = { files, title: space.name, openVersions }
      const exported = await exportBoard(board, source, choice, { signal, onProgress })
      if (signal.aborted) return
      if (!exported) return setFailure(t('export.nothing'))
      if (to === 'file') saveFile(exported.blob, `${space.name}.${choice.as}`, clock)
      else await copyImage(exported.blob)
      const { missing: images, missingVersions: versions = 0 } = exported
      setMissing(images.length)
      setMissingVersions(versions)
      if (images.length + versions === 0) onDone()
    } catch (cause) {
      if (signal.aborted) return
      console.error(cause)
      setFailure(t(to === 'clipboard' ? 'clipboardDenied' : 'export.failed'))
    } finally {
      if (!signal.aborted) setProgress(null)
    }
  }
  const cancel = () => {
    controller.current?.abort()
    setProgress(null)
  }
  return { share, failure, missing, missingVersions, run, cancel }
}
