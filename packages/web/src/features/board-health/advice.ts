import type { BoardFigures } from './board-figures.ts'
import type { RecentTimings } from './page-timings.ts'

/** Sizes of a page from which weak devices slow down; the figures are in `docs/performance.md`. */
export const comfortable = { elements: 20_000, points: 500_000, images: 300, megapixels: 1_000 } as const
/** Long frames a minute, and delay of an input in ms, from which people notice. */
export const noticeable = { longFrames: 20, inputDelayMs: 200 } as const

export type AdviceKind = 'elements' | 'points' | 'images' | 'device'

export function isSlow({ longFrames, longestInputDelayMs }: RecentTimings): boolean {
  return (longFrames ?? 0) >= noticeable.longFrames || (longestInputDelayMs ?? 0) >= noticeable.inputDelayMs
}

/** What could make this page faster; empty if nothing needs to change. */
export function getAdvice(page: BoardFigures, timings: RecentTimings): readonly AdviceKind[] {
  const large = [
    ...(page.elements > comfortable.elements ? (['elements'] as const) : []),
    ...(page.points > comfortable.points ? (['points'] as const) : []),
    ...(page.images > comfortable.images || page.megapixels > comfortable.megapixels
      ? (['images'] as const)
      : []),
  ]
  return large.length === 0 && isSlow(timings) ? ['device'] : large
}
