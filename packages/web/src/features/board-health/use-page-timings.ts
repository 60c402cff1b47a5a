import { useEffect, useState } from 'react'
import { loadChunk } from '../../platform/chunks/chunk-retry.ts'
import { whenIdle } from '../../platform/chunks/idle.ts'
import type { OpenBoard } from '../board-panels/index.ts'
import { observeEntries, PageTimings } from './page-timings.ts'

const loadReports = () => loadChunk('slow-reports', () => import('./report-slow-board.ts'))

/** Measures the page while a board is open, and reports slow minutes if the person allows it. */
export function usePageTimings({ board }: Pick<OpenBoard, 'board'>): PageTimings {
  const [timings] = useState(() => new PageTimings(observeEntries, () => performance.now()))
  useEffect(() => {
    let isOpen = true
    let stop = (): void => undefined
    const cancel = whenIdle(() => {
      loadReports().then(
        ({ reportSlowBoard }) => {
          if (isOpen) stop = reportSlowBoard({ board }, timings)
        },
        // A page that cannot load them cannot send them either.
        () => undefined,
      )
    })
    return () => {
      isOpen = false
      cancel()
      stop()
    }
  }, [board, timings])
  return timings
}
