import { Fragment, type Node, type NodeType } from 'prosemirror-model'
import { textSchema } from './rich-text.ts'

const { bulletList, orderedList, checkList, listItem, checkItem } = textSchema.nodes

export type ListFormat = 'bulletList' | 'orderedList' | 'checkList'

export const listTypes: Readonly<Record<ListFormat, NodeType>> = { bulletList, orderedList, checkList }

export const itemTypes: readonly NodeType[] = [listItem, checkItem]

export function isListFormat(format: string): format is ListFormat {
  return Object.hasOwn(listTypes, format)
}

/** The format of a list; undefined for other nodes. */
export function getListFormat(node: Node): ListFormat | undefined {
  return (Object.keys(listTypes) as ListFormat[]).find((format) => listTypes[format] === node.type)
}

/** The list with the same items as another type of list. */
export function toListType(list: Node, type: NodeType): Node {
  const item = type === checkList ? checkItem : listItem
  const items = list.children.map((child) => (child.type === item ? child : item.create(null, child.content)))
  return type.create(null, Fragment.from(items))
}
