import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { getDocument, isLegalText, textSchema, type RichText } from '../../document/text/rich-text.ts'
import { afterStep, stepsToJson } from '../../document/text/text-steps.ts'
import type { Shapes } from '../view/relations.ts'
import { getTitle, type FindMatch } from './board-search.ts'
import type { TextRange } from './text-match.ts'

export interface ReplaceParts {
  readonly shapes: Shapes
  readonly getElement: (id: RecordId) => ElementRecord | undefined
  /** Fields that depend on the text, such as an automatic height. */
  readonly fit: (id: RecordId, doc: Node) => Fields
}

/**
 * The changes that replace these matches of one element; empty if the element is gone or would exceed a limit.
 * Replaced text keeps the formats of the first character that it replaces.
 */
export function createReplaceChanges(
  parts: ReplaceParts,
  id: RecordId,
  matches: readonly FindMatch[],
  replacement: string,
): readonly Change[] {
  const record = parts.getElement(id)
  if (!record) return []
  const inPart = (part: FindMatch['part']): readonly TextRange[] =>
    matches.filter((match) => match.part === part)
  return [
    ...replaceTitle(parts.shapes, record, inPart('title'), replacement),
    ...replaceText(parts, record, inPart('text'), replacement),
  ]
}

function replaceTitle(
  shapes: Shapes,
  record: ElementRecord,
  ranges: readonly TextRange[],
  replacement: string,
): readonly Change[] {
  const title = shapes.get(record.kind)?.edit?.title
  const before = getTitle(record, shapes)
  if (!title || before === undefined || ranges.length === 0) return []
  let text = before
  for (const { from, to } of ranges.toReversed()) text = text.slice(0, from) + replacement + text.slice(to)
  return [{ op: 'patch', id: record.id, fields: { [title.field]: text.slice(0, title.most) } }]
}

function replaceText(
  parts: ReplaceParts,
  record: ElementRecord,
  ranges: readonly TextRange[],
  replacement: string,
): readonly Change[] {
  if (ranges.length === 0) return []
  const { id } = record
  let doc: Node | undefined = getDocument((record['text'] ?? null) as RichText | null)
  const steps: Step[] = []
  // From the end, so that earlier positions stay valid. A range is within one paragraph.
  for (const { from, to } of ranges.toReversed()) {
    const marks = doc.resolve(from).marksAcross(doc.resolve(to)) ?? []
    const content = replacement === '' ? Fragment.empty : Fragment.from(textSchema.text(replacement, marks))
    const step = new ReplaceStep(from, to, new Slice(content, 0, 0))
    steps.push(step)
    doc = afterStep(doc, step)
    if (!doc) return []
  }
  if (!isLegalText(doc)) return []
  const fields = Object.entries(parts.fit(id, doc)).filter(([name, value]) => record[name] !== value)
  const text: Change = { op: 'text', id, steps: stepsToJson(steps) }
  return fields.length === 0 ? [text] : [text, { op: 'patch', id, fields: Object.fromEntries(fields) }]
}
