import { useEffect, useState } from 'react'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { settings } from '../../state/index.ts'
import type { OpenBoard } from '../board-panels/index.ts'
import { addFigures, getPageFigures } from './board-figures.ts'
import { observeEntries, PageTimings } from './page-timings.ts'
import { reportSlowMinutes } from './slow-reports.ts'

/** Measures the page while a board is open, and reports slow minutes if the person allows it. */
export function usePageTimings({ board }: Pick<OpenBoard, 'board'>): PageTimings {
  const [timings] = useState(() => new PageTimings(observeEntries, () => performance.now()))
  useEffect(() => {
    const stopReports = reportSlowMinutes({
      clock,
      isAllowed: () => settings.user.peek().slowReports === true,
      getTimings: () => timings.getRecent(),
      getPage() {
        const page = board.state.page.peek()
        return page === null ? addFigures([]) : getPageFigures(board.document, page)
      },
      device: {
        cores: navigator.hardwareConcurrency,
        width: innerWidth,
        height: innerHeight,
        pixelRatio: devicePixelRatio,
      },
      send: (log) => api.user.log({ body: { level: 'info', log } }, { quiet: true }),
    })
    return stopReports
  }, [board, timings])
  return timings
}
