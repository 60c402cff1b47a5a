import type { Box } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import type { PlacedRun } from '../text/run.ts'

/** Lines under and through a run, and the area behind code; all pens place them alike. `at` is the run's left end on its baseline. */
export function decorationsOf(
  run: PlacedRun,
  at: Vec,
): { readonly background?: Box; readonly lines: readonly Box[] } {
  const { size, width: w } = run
  const thick = Math.max(1, size / 14)
  const lines: Box[] = []
  if (run.underline || run.href !== undefined) lines.push({ x: at.x, y: at.y + size * 0.12, w, h: thick })
  if (run.strike) lines.push({ x: at.x, y: at.y - size * 0.3, w, h: thick })
  if (!run.code) return { lines }
  return { lines, background: { x: at.x - size * 0.12, y: at.y - size, w: w + size * 0.24, h: size * 1.32 } }
}
