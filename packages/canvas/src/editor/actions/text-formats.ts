import { Fragment, type Node, type NodeType } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
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
    const steps = formatted(session.doc, format, on).steps
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

function formatted(doc: Node, format: TextFormat, on: boolean): Transform {
  const transform = new Transform(doc)
  const end = doc.content.size
  if (isListFormat(format)) {
    return transform.replaceWith(0, end, on ? getList(doc, listTypes[format]) : getParagraphs(doc))
  }
  const mark = textSchema.marks[format]
  return on ? transform.addMark(0, end, mark.create()) : transform.removeMark(0, end, mark)
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
  if (position !== undefined)
    session.apply(new Transform(session.doc).setNodeAttribute(position, 'checked', !checked).steps)
  session.close()
  return isFound
}
