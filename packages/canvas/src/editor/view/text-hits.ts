import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { RichText } from '../../document/text/rich-text.ts'
import { inflate, containsPoint, toUpright } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import { layoutText } from '../../text/layout.ts'
import type { TextBlock } from '../../text/run.ts'
import type { BoardView } from '../board-view.ts'
import { isElement } from './relations.ts'

/** A text as drawn, and a point relative to its top left corner. */
interface TextHit {
  readonly block: TextBlock
  readonly at: Vec
}

/** The laid-out text of an element, with a page point converted to its coordinates. */
export function getTextHit(view: BoardView, record: ElementRecord, point: Vec): TextHit | undefined {
  const text = (record['text'] ?? null) as RichText | null
  const textBox = view.shapes.get(record.kind)?.edit?.textBox
  if (text === null || !textBox) return undefined
  const { box, font, size, align, vertical, lineHeight } = textBox(record, view.scene.view)
  const block = layoutText(text, { font, size, align, lineHeight, width: box.w }, view.scene.view.measure)
  const share = { top: 0, middle: 0.5, bottom: 1 }[vertical]
  const upright = toUpright(point, record)
  return { block, at: { x: upright.x - box.x, y: upright.y - box.y - (box.h - block.h) * share } }
}

/** The check box at a page point, by its number in the text; undefined if there is none. */
export function findCheckAt(view: BoardView, id: RecordId, point: Vec, slack: number): number | undefined {
  const record = view.document.get(id)
  if (!isElement(record, view.shapes) || !hasChecks(record)) return undefined
  const hit = getTextHit(view, record, point)
  const checks = hit?.block.lines.flatMap(({ check }) => check ?? []) ?? []
  const index = hit ? checks.findIndex(({ box }) => containsPoint(inflate(box, slack), hit.at)) : -1
  return index === -1 ? undefined : index
}

const known = new WeakMap<RichText, boolean>()

function hasChecks(record: ElementRecord): boolean {
  const text = (record['text'] ?? null) as RichText | null
  if (text === null) return false
  let has = known.get(text)
  if (has === undefined) known.set(text, (has = JSON.stringify(text).includes('"checkItem"')))
  return has
}
