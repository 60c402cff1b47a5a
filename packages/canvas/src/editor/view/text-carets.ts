import type { LiveDocument } from '../../document/model/record.ts'
import type { RichText } from '../../document/text/rich-text.ts'
import { intersects, toPage, type Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import { placeCaret } from '../../text/caret-layout.ts'
import type { TextCaret } from '../board-ports.ts'
import { isElement, type Shapes } from './relations.ts'
import type { Scene } from './scene.ts'

/** A caret in a text of the board, page units. */
export interface CaretMark {
  readonly from: Vec
  readonly to: Vec
  /** Corners of the selected areas. */
  readonly selected: readonly (readonly Vec[])[]
  /** On an element that is light in every theme. */
  readonly isOnPaper: boolean
}

export interface CaretLookupParts {
  readonly document: LiveDocument
  readonly shapes: Shapes
  readonly scene: Scene
  readonly visible: () => Box
  /** The text whose box is open here; it shows carets itself. */
  readonly getEdited: () => string | undefined
}

const emptyText: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }
/** Selected areas to draw; a selection of more lines ends there. */
const maxAreas = 200

/** Finds where the caret of another person is drawn; undefined if it is out of view. */
export function findCaretMark(
  { document, shapes, scene, visible, getEdited }: CaretLookupParts,
  caret: TextCaret,
): CaretMark | undefined {
  const record = document.get(caret.id)
  if (!isElement(record, shapes) || getEdited() === caret.id) return undefined
  const box = shapes.get(record.kind)?.edit?.textBox?.(record, scene.view)
  const bounds = scene.getBounds(caret.id)
  if (!box || !bounds || !intersects(bounds, visible())) return undefined
  const doc = (record['text'] as RichText | null) ?? emptyText
  const { font, size, align, lineHeight } = box
  const style = { font, size, align, lineHeight, width: box.box.w }
  const placed = placeCaret(doc, style, scene.view.measure, caret)
  if (!placed) return undefined
  const fraction = { top: 0, middle: 0.5, bottom: 1 }[box.vertical]
  const left = box.box.x
  const top = box.box.y + (box.box.h - placed.height) * fraction
  // Connectors are routed in page coordinates, so their stored rotation is ignored.
  const r = shapes.get(record.kind)?.schema.facets.connects ? 0 : record.r
  const { x, y, w, h } = record
  const toBoard = (dx: number, dy: number): Vec => toPage({ x: left + dx, y: top + dy }, { x, y, w, h, r })
  return {
    isOnPaper: box.isPaper === true,
    from: toBoard(placed.caret.x, placed.caret.y),
    to: toBoard(placed.caret.x, placed.caret.y + placed.caret.h),
    selected: placed.selected.slice(0, maxAreas).map((area) => {
      const [right, bottom] = [area.x + area.w, area.y + area.h]
      return [
        toBoard(area.x, area.y),
        toBoard(right, area.y),
        toBoard(right, bottom),
        toBoard(area.x, bottom),
      ]
    }),
  }
}
