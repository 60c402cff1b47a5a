import { Fragment, type Node, type NodeType, Slice } from 'prosemirror-model'
import { AddMarkStep, AttrStep, RemoveMarkStep, ReplaceStep, type Step } from 'prosemirror-transform'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { textSchema } from '../../document/text/rich-text.ts'
import { getListFormat, isListFormat, listTypes, toListType } from '../../document/text/list-types.ts'
import type { TextFormat } from './text-types.ts'
import type { BoardReplica } from '../board-ports.ts'
import type { Shapes } from '../view/relations.ts'

/** Toggles a format on the whole text of selected elements: on for all, or off if all have it. */
export function toggleFormat(
  replica: BoardReplica,
  records: readonly ElementRecord[],
  shapes: Shapes,
  format: TextFormat,
): void {
  const sessions = records
    .filter((record) => shapes.schema(record.kind)?.facets.text && replica.canChange(record.id) === undefined)
    .flatMap((record) => replica.openText(record.id) ?? [])
  const on = !sessions.every((session) => hasFormat(session.doc, format))
  for (const session of sessions) {
    const steps = getFormatSteps(session.doc, format, on)
    if (steps.length > 0) session.apply(steps)
    session.close()
  }
}

/** Whether the whole text has the format; false for an empty text. */
export function hasFormat(doc: Node, format: TextFormat): boolean {
  if (isListFormat(format)) return doc.children.every((block) => block.type === listTypes[format])
  const mark = textSchema.marks[format]
  let all = true
  let any = false
  doc.descendants((node) => {
    if (!node.isText) return
    any = true
    if (!mark.isInSet(node.marks)) all = false
  })
  return any && all
}

function getFormatSteps(doc: Node, format: TextFormat, on: boolean): Step[] {
  if (isListFormat(format)) {
    const content = Fragment.from(on ? getList(doc, listTypes[format]) : getParagraphs(doc))
    return [new ReplaceStep(0, doc.content.size, new Slice(content, 0, 0))]
  }
  const mark = textSchema.marks[format].create()
  const ranges: { from: number; to: number }[] = []
  // Only what changes: what others do to the rest meanwhile stays.
  doc.descendants((node, from) => {
    if (!node.isInline || mark.isInSet(node.marks) === on) return
    const last = ranges.at(-1)
    if (last?.to === from) last.to += node.nodeSize
    else ranges.push({ from, to: from + node.nodeSize })
  })
  return ranges.map(({ from, to }) =>
    on ? new AddMarkStep(from, to, mark) : new RemoveMarkStep(from, to, mark),
  )
}

function getList(doc: Node, type: NodeType): Node {
  const items: Node[] = []
  for (const block of doc.children) {
    if (getListFormat(block)) items.push(...toListType(block, type).children)
    else items.push(...toListType(toBulletList(toParagraph(block)), type).children)
  }
  return type.create(null, Fragment.from(items))
}

const toBulletList = (block: Node): Node =>
  textSchema.node('bulletList', null, textSchema.node('listItem', null, block))

const toParagraph = (block: Node): Node =>
  block.type === textSchema.nodes.paragraph ? block : textSchema.node('paragraph', null, block.content)

function getParagraphs(doc: Node): Node[] {
  const paragraphs: Node[] = []
  doc.descendants((node) => {
    if (!node.isTextblock) return true
    paragraphs.push(toParagraph(node))
    return false
  })
  return paragraphs
}

/** Ticks or unticks an item of a check list, given its number in the text. False if it cannot be changed. */
export function toggleCheck(replica: BoardReplica, id: RecordId, index: number): boolean {
  if (replica.canChange(id) !== undefined) return false
  const session = replica.openText(id)
  if (!session) return false
  let count = 0
  let position: number | undefined
  let checked = false
  session.doc.descendants((node, at) => {
    if (node.type !== textSchema.nodes.checkItem || count++ !== index) return
    position = at
    checked = node.attrs['checked'] === true
  })
  const isFound = position !== undefined
  if (position !== undefined) session.apply([new AttrStep(position, 'checked', !checked)])
  session.close()
  return isFound
}
