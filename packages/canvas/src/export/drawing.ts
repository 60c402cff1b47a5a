import type { DocumentView, RecordId } from '../document/model/record.ts'
import { inflate, type Box } from '../geometry/box.ts'
import type { RenderOptions, ThemeName } from '../pen.ts'
import type { MeasureText, ShapeView } from '../shape.ts'
import { drawList, listDrawing, type DrawList } from './draw-list.ts'
import { createExportView, type Shapes } from './export-view.ts'
import type { TaskSteps } from './task-steps.ts'
import { createTextPen, type UsedFont } from './text-pen.ts'

/** Page units around what is drawn, where nothing else is asked for. */
export const imagePadding = 16

export interface ImageOptions {
  readonly document: DocumentView
  readonly shapes: Shapes
  readonly measure: MeasureText
  /** What to draw, lowest first; a page's children draw the whole page. */
  readonly ids: readonly RecordId[]
  readonly theme: ThemeName
  /** `#rrggbb` behind everything; null leaves it clear. */
  readonly background: string | null
  /** Page units around the drawing. Default `imagePadding`. */
  readonly padding?: number
  /** The part of the page to show; default: everything drawn. */
  readonly box?: Box
  /** The frame among `ids` that is shown as a sheet of its own: without its line, corners and name. */
  readonly alone?: RecordId
}

/** What an export draws, ready to be drawn. */
export interface Drawing {
  readonly view: ShapeView
  readonly list: DrawList
  /** The part of the page that is shown; undefined when there is nothing to show. */
  readonly box: Box | undefined
}

export function* createDrawing(options: ImageOptions): TaskSteps<Drawing> {
  const view = createExportView(options.document, options.shapes, options.measure)
  const list = yield* listDrawing(options.ids, options.shapes, view, options.alone)
  const shown = options.box ?? list.bounds
  return { view, list, box: shown && inflate(shown, options.padding ?? imagePadding) }
}

/** How everything is drawn in files: whole, however small it comes out. */
export function exportStyle(theme: ThemeName, scale = 1): RenderOptions {
  return { scale, theme, detail: 'full' }
}

/** Which characters the drawing contains, in which font styles. */
export function* getCharacters({ view, list, box }: Drawing): TaskSteps<readonly UsedFont[]> {
  const { pen, written } = createTextPen()
  yield* drawList(pen, list, view, exportStyle('light'), box)
  return written.all()
}
