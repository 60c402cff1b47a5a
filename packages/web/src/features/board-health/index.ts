export { BoardHealth } from './lazy-board-health.ts'
export { usePageTimings } from './use-page-timings.ts'
