import type { BoardLinks } from '../board.ts'
import type { BoardEdit } from './board-view.ts'
import { listLinks } from './view/found-links.ts'
import { getElements } from './view/relations.ts'
import type { TextEditing } from './actions/text-editing.ts'

/** Links of larger selections are not listed. */
const mostElements = 200

/** Reads and sets links of the text being edited, else of the selected elements. */
export function createBoardLinks(edit: BoardEdit, text: TextEditing): BoardLinks {
  const list = () => getElements(edit.document, edit.shapes, edit.selected, mostElements)
  const getShared = (): string | null => {
    const [first, ...others] = list().map(({ link }) => link)
    return first !== undefined && others.every((link) => link === first) ? first : null
  }
  const getAtCaret = (): string | null => text.control.peek()?.link.peek() ?? null
  return {
    get: () => (text.typing.peek() ? getAtCaret() : getShared()),
    set: (href) => edit.setLink(href),
    list() {
      if (!text.typing.peek()) return [...new Set(list().flatMap(listLinks))]
      const href = getAtCaret()
      return href === null ? [] : [href]
    },
  }
}
