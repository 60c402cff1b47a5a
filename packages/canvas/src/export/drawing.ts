import type { DocumentView, RecordId } from '../document/model/record.ts'
import { inflate, type Box } from '../geometry/box.ts'
import type { RenderOptions, ThemeName } from '../pen.ts'
import type { MeasureText, ShapeView } from '../shape.ts'
import { drawList, listDrawing, type DrawList } from './draw-list.ts'
import { createExportView, type Shapes } from './export-view.ts'
import type { TaskSteps } from './task-steps.ts'
import { createTextPen, type UsedFont } from './text-pen.ts'

/** Default padding around the drawing, page units. */
export const imagePadding = 16

export interface ImageOptions {
  readonly document: DocumentView
  readonly shapes: Shapes
  readonly measure: MeasureText
  /** Elements to draw, bottom to top; pass a page's children to draw the whole page. */
  readonly ids: readonly RecordId[]
  readonly theme: ThemeName
  /** Background as `#rrggbb`; null for transparent. */
  readonly background: string | null
  /** Padding around the drawing, page units. Default: `imagePadding`. */
  readonly padding?: number
  /** The part of the page to export; default: everything drawn. */
  readonly box?: Box
  /** The frame among `ids` that is exported as its own page: without border, corners and title. */
  readonly alone?: RecordId
}

/** A prepared export: view, drawing steps and visible area. */
export interface Drawing {
  readonly view: ShapeView
  readonly list: DrawList
  /** The visible part of the page; undefined if there is nothing to draw. */
  readonly box: Box | undefined
}

export function* createDrawing(options: ImageOptions): TaskSteps<Drawing> {
  const view = createExportView(options.document, options.shapes, options.measure)
  const list = yield* listDrawing(options.ids, options.shapes, view, options.alone)
  const shown = options.box ?? list.bounds
  return { view, list, box: shown && inflate(shown, options.padding ?? imagePadding) }
}

/** Render options of exports: full detail at any scale. */
export function exportStyle(theme: ThemeName, scale = 1): RenderOptions {
  return { scale, theme, detail: 'full', isExport: true }
}

/** The characters used in the drawing, by font style. */
export function* getCharacters({ view, list, box }: Drawing): TaskSteps<readonly UsedFont[]> {
  const { pen, written } = createTextPen()
  yield* drawList(pen, list, view, exportStyle('light'), box)
  return written.all()
}
