import { inflate, translateBox, type Box } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import type { PaintStyle, ThemeName } from '../pen.ts'
import { boardColors, toneOf } from '../shapes/shared/palette.ts'
import type { PlacedRun } from '../text/run.ts'

/** What all pens must place alike: decorations of text, and shadows. */

/** Lines under and through a run, and the area behind code. `at` is the run's left end on its baseline. */
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

/** Colour of a run: its own, a link's, or that of the block. */
export function runColor(run: PlacedRun, color: string, theme: ThemeName): string {
  if (run.color !== undefined) return toneOf(run.color, 'strong', theme)
  return run.href === undefined ? color : boardColors[theme].link
}

/** How far each ring of a shadow lies from the edge, and how dark it is. */
const rings = [
  [-1, 0.1],
  [1.5, 0.07],
  [4, 0.045],
  [6.5, 0.025],
  [9, 0.012],
] as const

/**
 * A soft shadow as a few pale rings: looks the same in every output, and costs a fraction of a blur. Black in both
 * themes, as shadows are.
 */
export function shadowRings(
  box: Box,
  radius: number,
): readonly { readonly box: Box; readonly style: PaintStyle; readonly radius: number }[] {
  const under = translateBox(box, 0, 3)
  return rings.map(([out, opacity]) => ({
    box: inflate(under, out),
    radius: radius + Math.max(0, out),
    style: { stroke: { color: '#000000', width: 5, opacity } },
  }))
}
