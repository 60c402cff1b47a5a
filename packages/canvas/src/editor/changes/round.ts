import type { Fields } from '../../document/model/change.ts'
import type { Box } from '../../geometry/box.ts'

/** Steps per page unit that places are stored in: finer than a pixel at any zoom, and short to write. */
const steps = 1_000

export function rounded(value: number): number {
  return Math.round(value * steps) / steps + 0
}

export function roundedBox({ x, y, w, h }: Box): Box {
  return { x: rounded(x), y: rounded(y), w: rounded(w), h: rounded(h) }
}

/** Rounds the place and size among the fields; whatever else there is stays. */
export function roundPosition(fields: Fields): Fields {
  const next: Record<string, unknown> = { ...fields }
  for (const name of ['x', 'y', 'w', 'h']) {
    const value = next[name]
    if (typeof value === 'number') next[name] = rounded(value)
  }
  return next
}
