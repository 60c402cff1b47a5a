import { defineCommand } from '../define-command.ts'
import type { BoardView } from '../editor/board-view.ts'
import type { TextFormat } from '../editor/actions/text-types.ts'
import { getElements } from '../editor/view/relations.ts'

/** A text is being edited, or an element with text is selected. */
function hasText(view: BoardView): boolean {
  if (view.editing !== null) return true
  return getElements(view.document, view.shapes, view.selected).some(
    (record) => record['text'] !== null && record['text'] !== undefined && view.rights.canChange(record.id),
  )
}

const formatCommand = (format: TextFormat, icon: string, keys: readonly string[]) =>
  defineCommand({
    id: format,
    icon,
    keys,
    when: hasText,
    run: (edit) => edit.formatText(format),
  })

export const bold = formatCommand('bold', 'bold', ['Mod+B'])
export const italic = formatCommand('italic', 'italic', ['Mod+I'])
export const underline = formatCommand('underline', 'underline', ['Mod+Shift+U'])
export const strike = formatCommand('strike', 'strikethrough', ['Mod+Shift+X'])
export const bulletList = formatCommand('bulletList', 'list', ['Mod+Shift+8'])
export const checkList = formatCommand('checkList', 'list-check', ['Mod+Shift+9'])
export const orderedList = formatCommand('orderedList', 'list-numbers', ['Mod+Shift+7'])
