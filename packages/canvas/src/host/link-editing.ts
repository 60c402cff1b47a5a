import type { Mark } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { textSchema } from '../document/text/rich-text.ts'

const { link } = textSchema.marks

export interface LinkRange {
  readonly from: number
  readonly to: number
  readonly href: string
}

/** The link at the caret or at the start of the selection, as far as it reaches; undefined if there is none. */
export function findLink({ selection, doc }: EditorState): LinkRange | undefined {
  const $at = selection.empty ? selection.$from : doc.resolve(selection.from)
  const { parent, parentOffset } = $at
  const start = $at.start()
  let found: { from: number; to: number; mark: Mark } | undefined
  let current: { from: number; to: number; mark: Mark } | undefined
  parent.forEach((node, offset) => {
    const mark = link.isInSet(node.marks)
    const end = offset + node.nodeSize
    if (mark && current?.mark.eq(mark) && current.to === offset) current.to = end
    else current = mark && { from: offset, to: end, mark }
    if (!current) return
    // The caret may be at either end of a link, but a selection starts in it.
    const touches = selection.empty ? current.to >= parentOffset : current.to > parentOffset
    if (current.from <= parentOffset && touches) found = current
  })
  return found && { from: start + found.from, to: start + found.to, href: String(found.mark.attrs['href']) }
}

/** Links the selection, changes the link at the caret, or writes the URL there; null removes the link. */
export function setLink(state: EditorState, href: string | null): Transaction | null {
  const { from, to, empty } = state.selection
  const known = findLink(state)
  const range = empty ? known : { from, to }
  if (href === null) return range ? state.tr.removeMark(range.from, range.to, link) : null
  if (range)
    return state.tr
      .removeMark(range.from, range.to, link)
      .addMark(range.from, range.to, link.create({ href }))
  return state.tr
    .insertText(href.replace(/^mailto:/i, ''), from)
    .addMark(from, from + href.replace(/^mailto:/i, '').length, link.create({ href }))
}
