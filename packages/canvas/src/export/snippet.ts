import type { Entry } from '../document/model/change.ts'
import { BoardState } from '../document/state/state.ts'
import type { Box } from '../geometry/box.ts'
import type { ThemeName } from '../pen.ts'
import type { ShapeDefinition } from '../shape.ts'
import { createCanvasPen, type Context2D } from '../render/pens/canvas-pen.ts'
import { createMeasure } from '../render/measure.ts'
import { drawList } from './draw-list.ts'
import { createDrawing, exportStyle } from './drawing.ts'
import { runToEnd } from './task-steps.ts'

/** A drawing of some records by themselves, for previews of changes and deleted elements. */
export interface Snippet {
  /** Bounds in page units. */
  readonly box: Box
  /** Draws to a canvas whose transform maps page units to pixels; `scale` is pixels per page unit. */
  draw(context: Context2D, options: { readonly theme: ThemeName; readonly scale: number }): void
}

const noImages = { get: () => undefined }

/** Undefined if no record is visible. Images are drawn as placeholders. */
export function createSnippet(
  entries: readonly Entry[],
  shapes: readonly ShapeDefinition[],
): Snippet | undefined {
  const document = new BoardState()
  for (const entry of entries) document.write(entry.record.id, entry)
  const ids = entries.flatMap(({ record }) =>
    record.parent === null || document.get(record.parent) === undefined ? [record.id] : [],
  )
  const drawing = createDrawing({
    document,
    shapes: new Map(shapes.map((shape) => [shape.kind, shape])),
    measure: createMeasure().measure,
    ids,
    theme: 'light',
    background: null,
    padding: 0,
  })
  const { view, list, box } = runToEnd(drawing)
  if (!box) return undefined
  return {
    box,
    draw(context, { theme, scale }) {
      const pen = createCanvasPen(context, noImages)
      runToEnd(drawList(pen, list, view, exportStyle(theme, scale)))
    },
  }
}
