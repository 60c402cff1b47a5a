import type { Fields } from '../../document/model/change.ts'
import type { Box } from '../../geometry/box.ts'

/** Positions are stored in thousandths of a page unit: finer than a pixel at any zoom, and short to encode. */
const steps = 1_000

export function roundValue(value: number): number {
  return Math.round(value * steps) / steps + 0
}

export function roundBox({ x, y, w, h }: Box): Box {
  return { x: roundValue(x), y: roundValue(y), w: roundValue(w), h: roundValue(h) }
}

/** Rounds position and size fields; other fields are unchanged. */
export function roundPosition(fields: Fields): Fields {
  const next: Record<string, unknown> = { ...fields }
  for (const name of ['x', 'y', 'w', 'h']) {
    const value = next[name]
    if (typeof value === 'number') next[name] = roundValue(value)
  }
  return next
}
