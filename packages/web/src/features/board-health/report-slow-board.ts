import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { settings } from '../../state/index.ts'
import type { OpenBoard } from '../board-panels/index.ts'
import { addFigures, getPageFigures } from './board-figures.ts'
import type { PageTimings } from './page-timings.ts'
import { reportSlowMinutes } from './slow-reports.ts'

/** Reports slow minutes at a board if the person allows it, until the returned function is called. */
export function reportSlowBoard({ board }: Pick<OpenBoard, 'board'>, timings: PageTimings): () => void {
  return reportSlowMinutes({
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
}
