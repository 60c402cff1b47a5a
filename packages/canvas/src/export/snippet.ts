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

/** Some records taken out of a board, drawn by themselves: a small picture of them, or the ghost of what is gone. */
export interface Snippet {
  /** What they cover, page units. */
  readonly box: Box
  /** Draws on a canvas whose transform maps page units to its pixels; `scale` is pixels per page unit. */
  draw(context: Context2D, options: { readonly theme: ThemeName; readonly scale: number }): void
}

const noImages = { get: () => undefined }

/** Undefined when none of the records can be seen. Images are drawn as pale areas. */
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
