import { Fragment, type Node, type NodeType } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import type { ElementRecord } from '../../document/model/record.ts'
import { textSchema } from '../../document/text/rich-text.ts'
import type { TextFormat } from './text-types.ts'
import type { BoardReplica } from '../board-ports.ts'
import type { Shapes } from '../view/relations.ts'

const listTypes = {
  bulletList: textSchema.nodes['bulletList'],
  orderedList: textSchema.nodes['orderedList'],
}

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
  if (format === 'bulletList' || format === 'orderedList') {
    return doc.children.every((block) => block.type === listTypes[format])
  }
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
  if (format === 'bulletList' || format === 'orderedList') {
    return transform.replaceWith(0, end, on ? getList(doc, listTypes[format]) : getParagraphs(doc))
  }
  const mark = textSchema.marks[format]
  return on ? transform.addMark(0, end, mark.create()) : transform.removeMark(0, end, mark)
}

function getList(doc: Node, type: NodeType): Node {
  const items: Node[] = []
  for (const block of doc.children) {
    if (block.type.name === 'paragraph') items.push(textSchema.node('listItem', null, block))
    else items.push(...block.children)
  }
  return type.create(null, Fragment.from(items))
}

function getParagraphs(doc: Node): Node[] {
  const paragraphs: Node[] = []
  doc.descendants((node) => {
    if (node.type.name !== 'paragraph') return true
    paragraphs.push(node)
    return false
  })
  return paragraphs
}
