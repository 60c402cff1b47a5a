import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands'
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Plugin } from 'prosemirror-state'
import { textSchema } from '../document/text/rich-text.ts'
import type { TextFormat } from '../editor/actions/text-types.ts'

const { bulletList, orderedList, listItem, hardBreak } = textSchema.nodes
const marks = ['bold', 'italic', 'underline', 'strike'] as const

/** Toggles a list, or changes its type. */
function toggleList(format: 'bulletList' | 'orderedList'): Command {
  const type = format === 'bulletList' ? bulletList : orderedList
  return (state, dispatch, view) => {
    const list = listAround(state)
    if (!list) return wrapInList(type)(state, dispatch, view)
    if (list.type === type) return liftListItem(listItem)(state, dispatch, view)
    dispatch?.(state.tr.setNodeMarkup(list.at, type))
    return true
  }
}

function listAround(state: EditorState) {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type === bulletList || node.type === orderedList)
      return { type: node.type, at: $from.before(depth) }
  }
  return undefined
}

export function formatCommand(format: TextFormat): Command {
  return format === 'bulletList' || format === 'orderedList'
    ? toggleList(format)
    : toggleMark(textSchema.marks[format])
}

/** Formats at the caret or of the whole selection. */
export function getFormats(state: EditorState): Set<TextFormat> {
  const found = new Set<TextFormat>()
  const { from, to, empty, $from } = state.selection
  for (const name of marks) {
    const mark = textSchema.marks[name]
    const on = empty
      ? mark.isInSet(state.storedMarks ?? $from.marks())
      : state.doc.rangeHasMark(from, to, mark)
    if (on) found.add(name)
  }
  const list = listAround(state)
  if (list) found.add(list.type === bulletList ? 'bulletList' : 'orderedList')
  return found
}

export interface TextActions {
  readonly undo: () => void
  readonly redo: () => void
  readonly finish: () => void
  /** Like `finish`, but discards a suggested text. */
  readonly cancel: () => void
  /** Tab outside of lists. */
  readonly next: (step: 1 | -1) => boolean
}

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView())
  return true
})

const done =
  (act: () => void): Command =>
  () => {
    act()
    return true
  }

/** Shortcuts and input rules of a text box. */
export function textPlugins(actions: TextActions): Plugin[] {
  return [
    inputRules({
      rules: [
        wrappingInputRule(/^\s*[-*]\s$/, bulletList),
        wrappingInputRule(
          /^(\d{1,6})[.)]\s$/,
          orderedList,
          (match) => ({ start: Number(match[1]) }),
          (match, node) => node.childCount + (node.attrs['start'] as number) === Number(match[1]),
        ),
      ],
    }),
    keymap({
      'Mod-z': done(actions.undo),
      'Mod-Shift-z': done(actions.redo),
      'Mod-y': done(actions.redo),
      'Mod-b': formatCommand('bold'),
      'Mod-i': formatCommand('italic'),
      'Mod-u': formatCommand('underline'),
      'Mod-Shift-x': formatCommand('strike'),
      'Mod-Shift-7': formatCommand('orderedList'),
      'Mod-Shift-8': formatCommand('bulletList'),
      Enter: splitListItem(listItem),
      'Shift-Enter': lineBreak,
      'Mod-Enter': done(actions.finish),
      Escape: done(actions.cancel),
      Tab: chainCommands(sinkListItem(listItem), () => actions.next(1)),
      'Shift-Tab': chainCommands(liftListItem(listItem), () => actions.next(-1)),
    }),
    keymap(baseKeymap),
  ]
}
