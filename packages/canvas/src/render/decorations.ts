import { inflate, type Box } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import { PathBuilder, type Path } from '../geometry/path.ts'
import type { Pen, ThemeName } from '../pen.ts'
import { boardColors, getTone } from '../shapes/shared/palette.ts'
import type { CheckBox, PlacedRun } from '../text/run.ts'

/** Geometry that all pens share: text decorations and shadows. */

/** Underline, strike-through and code background of a run. `at` is the left end of its baseline. */
export function getDecorations(
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

/** Colour of a run: its own, the link colour, or the colour of the block. */
export function getRunColor(run: PlacedRun, color: string, theme: ThemeName): string {
  if (run.color !== undefined) return getTone(run.color, 'strong', theme)
  return run.href === undefined ? color : boardColors[theme].link
}

/** Soft shadow of a floating box: an offset, blurred box in page units. */
export interface Shadow {
  readonly box: Box
  readonly down: number
  /** Standard deviation of the blur. */
  readonly sigma: number
  readonly opacity: number
}

/** Black in both themes. Smaller than the casting box, so that no hard edge shows. */
export function getShadow(box: Box): Shadow {
  return { box: inflate(box, -3), down: 4, sigma: 5, opacity: 0.3 }
}

function createTick(): Path {
  const builder = new PathBuilder()
  builder.moveTo(0.22, 0.52)
  builder.lineTo(0.42, 0.72)
  builder.lineTo(0.78, 0.3)
  return builder.build()
}

const tick = createTick()
const ticks = new Map<number, Path>()

function getTick(side: number): Path {
  const rounded = Math.round(side * 10) / 10
  let path = ticks.get(rounded)
  if (!path) {
    if (ticks.size > 200) ticks.clear()
    const coords = tick.coords.map((value) => value * rounded)
    ticks.set(rounded, (path = { ...tick, coords }))
  }
  return path
}

/** Draws the check box of a list item in the colour of the text. */
export function drawCheck(
  pen: Pick<Pen, 'rect' | 'path'>,
  { box, checked }: CheckBox,
  at: Vec,
  color: string,
): void {
  const placed = { ...box, x: at.x + box.x, y: at.y + box.y }
  const width = Math.max(0.75, box.w / 10)
  pen.rect(placed, { stroke: { color, width } }, box.w * 0.2)
  if (checked) pen.path(getTick(box.w), placed, { stroke: { color, width: width * 1.4, cap: 'round' } })
}
