import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Node, NodeType, ResolvedPos } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { Command, EditorState, Plugin, Transaction } from 'prosemirror-state'
import { canJoin, findWrapping } from 'prosemirror-transform'
import { textSchema } from '../document/text/rich-text.ts'
import {
  getListFormat,
  isListFormat,
  itemTypes,
  type ListFormat,
  listTypes,
  toListType,
} from '../document/text/list-types.ts'
import type { Direction } from '../editor/view/overlay.ts'
import type { TextFormat } from '../editor/actions/text-types.ts'

import { linkBeforeCaret, typedFormats } from './typed-formats.ts'

const { bulletList, orderedList, checkList, checkItem, heading, paragraph, hardBreak } = textSchema.nodes
const marks = ['bold', 'italic', 'underline', 'strike'] as const
const items = [...itemTypes]

/** Toggles a list, or changes its type. */
function toggleList(format: ListFormat): Command {
  const type = listTypes[format]
  return (state, dispatch, view) => {
    const list = listAround(state.selection.$from)
    if (!list) return wrapInList(type)(state, dispatch, view)
    if (list.node.type === type) return liftListItem(items)(state, dispatch, view)
    dispatch?.(setListType(state.tr, list, type))
    return true
  }
}

interface ListPosition {
  readonly node: Node
  readonly at: number
}

function listAround($from: ResolvedPos): ListPosition | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (getListFormat(node)) return { node, at: $from.before(depth) }
  }
  return undefined
}

/** Replaces the list by one of another type; the selection stays, because all positions do. */
function setListType(tr: Transaction, { node, at }: ListPosition, type: NodeType): Transaction {
  const { anchor, head } = tr.selection
  tr.replaceWith(at, at + node.nodeSize, toListType(node, type))
  return tr.setSelection(TextSelection.create(tr.doc, anchor, head))
}

/** `[ ] ` and `[x] ` make a check list, or one of the list that they are typed in. */
const checkRule = new InputRule(/^\s*\[([ xX]?)\]\s$/, (state, match, start, end) => {
  const tr = state.tr.delete(start, end)
  const list = listAround(tr.doc.resolve(start))
  if (list && list.node.type !== checkList) setListType(tr, list, checkList)
  else if (!list) {
    const range = tr.doc.resolve(start).blockRange()
    const wrapping = range && findWrapping(range, checkList)
    if (!range || !wrapping) return null
    tr.wrap(range, wrapping)
  }
  const $caret = tr.selection.$from
  for (let depth = $caret.depth; depth > 0; depth--) {
    if ($caret.node(depth).type !== checkItem) continue
    if (match[1]?.toLowerCase() === 'x') tr.setNodeAttribute($caret.before(depth), 'checked', true)
    const before = depth > 1 ? $caret.before(depth - 1) : 0
    const isFirst = $caret.index(depth - 1) === 0
    if (
      isFirst &&
      before > 0 &&
      tr.doc.resolve(before).nodeBefore?.type === checkList &&
      canJoin(tr.doc, before)
    )
      tr.join(before)
    return tr
  }
  return null
})

/** Ticks or unticks the item at the caret. */
const toggleCheck: Command = (state, dispatch) => {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type !== checkItem) continue
    dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'checked', node.attrs['checked'] !== true))
    return true
  }
  return false
}

/** Backspace at the start of a heading makes it an ordinary line. */
const endHeading: Command = (state, dispatch, view) => {
  const { empty, $from } = state.selection
  if (!empty || $from.parentOffset > 0 || $from.parent.type !== heading) return false
  return setBlockType(paragraph)(state, dispatch, view)
}

export function formatCommand(format: TextFormat): Command {
  return isListFormat(format) ? toggleList(format) : toggleMark(textSchema.marks[format])
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
  const list = listAround(state.selection.$from)
  const format = list && getListFormat(list.node)
  if (format) found.add(format)
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
  /** Adds the next connected element; asked only while the text is empty, where the keys move nothing. */
  readonly grow: (direction: Direction) => boolean
  readonly editLink: () => void
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

/** Never handles the key itself. */
const linkTyped: Command = (state, dispatch) => {
  const linked = linkBeforeCaret(state)
  if (linked) dispatch?.(linked)
  return false
}

const growWhileEmpty =
  ({ grow }: TextActions, direction: Direction): Command =>
  ({ doc }) =>
    doc.textContent === '' && grow(direction)

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
        checkRule,
        textblockTypeInputRule(/^(#{1,3})\s$/, heading, (match) => ({ level: match[1]?.length ?? 1 })),
        ...typedFormats,
      ],
    }),
    // Before the keys below, which then split the linked line.
    keymap({ Enter: linkTyped, 'Shift-Enter': linkTyped }),
    keymap({
      'Mod-z': chainCommands(undoInputRule, done(actions.undo)),
      'Mod-Shift-z': done(actions.redo),
      'Mod-y': done(actions.redo),
      'Mod-k': done(actions.editLink),
      'Mod-b': formatCommand('bold'),
      'Mod-i': formatCommand('italic'),
      'Mod-u': formatCommand('underline'),
      'Mod-Shift-x': formatCommand('strike'),
      'Mod-Shift-7': formatCommand('orderedList'),
      'Mod-Shift-8': formatCommand('bulletList'),
      'Mod-Shift-9': formatCommand('checkList'),
      'Mod-Alt-Enter': toggleCheck,
      Backspace: endHeading,
      Enter: splitListItem(items, { checked: false }),
      'Shift-Enter': lineBreak,
      'Mod-Enter': done(actions.finish),
      Escape: done(actions.cancel),
      Tab: chainCommands(sinkListItem(items), () => actions.next(1)),
      'Mod-ArrowLeft': growWhileEmpty(actions, 'left'),
      'Mod-ArrowRight': growWhileEmpty(actions, 'right'),
      'Mod-ArrowUp': growWhileEmpty(actions, 'up'),
      'Mod-ArrowDown': growWhileEmpty(actions, 'down'),
      'Shift-Tab': chainCommands(liftListItem(items), () => actions.next(-1)),
    }),
    keymap(baseKeymap),
  ]
}
