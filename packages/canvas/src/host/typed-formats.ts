import { InputRule } from 'prosemirror-inputrules'
import type { MarkType, Slice } from 'prosemirror-model'
import { Fragment, Slice as TextSlice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { findUrls, linkUrls, toLinkUrl } from '../document/text/links.ts'
import { textSchema } from '../document/text/rich-text.ts'

const { bold, italic, strike, code, link } = textSchema.marks

/** Formats as typed in Markdown, and links for URLs once a space follows. Each is undone by itself right after. */
export const typedFormats: readonly InputRule[] = [
  markRule(/(?:^|[^*\w])(\*\*)([^*\s](?:[^*]*[^*\s])?)\*\*$/, bold),
  markRule(/(?:^|[^*\w])(\*)([^*\s](?:[^*]*[^*\s])?)\*$/, italic),
  markRule(/(?:^|[^_\w])(_)([^_\s](?:[^_]*[^_\s])?)_$/, italic),
  markRule(/(?:^|[^~\w])(~~)([^~\s](?:[^~]*[^~\s])?)~~$/, strike),
  markRule(/(?:^|[^`])(`)([^`]+)`$/, code),
  new InputRule(/\[([^[\]]+)\]\(([^\s()]+)\)$/, (state, match, start, end) => {
    const [, text = '', address = ''] = match
    const href = toLinkUrl(address)
    if (href === undefined || isCode(state, start, end)) return null
    return withMark(state, { from: start, to: end, content: start + 1, length: text.length }, link, { href })
  }),
  new InputRule(/\S+\s$/, (state, match, start, end) => {
    const linked = linkWord(state, start, match[0].trimEnd())
    return linked && linked.insertText(match[0].slice(-1), end)
  }),
]

/** Text between two delimiters gets the mark, and the delimiters go. The last character is not in the text yet. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, delimiter = '', text = ''] = match
    const from = start + whole.length - text.length - 2 * delimiter.length
    if (isCode(state, from, end)) return null
    return withMark(state, { from, to: end, content: from + delimiter.length, length: text.length }, type)
  })
}

interface TypedRange {
  readonly from: number
  readonly to: number
  /** Where the text inside the delimiters starts. */
  readonly content: number
  readonly length: number
}

function withMark(
  { tr }: EditorState,
  { from, to, content, length }: TypedRange,
  type: MarkType,
  attrs?: Readonly<Record<string, unknown>>,
): Transaction {
  return tr
    .delete(content + length, to)
    .addMark(content, content + length, type.create(attrs))
    .delete(from, content)
    .removeStoredMark(type)
}

function isCode(state: EditorState, from: number, to: number): boolean {
  return state.doc.rangeHasMark(from, to, code)
}

/** Links the URLs in a word that starts at `start`; null if there are none. */
function linkWord(state: EditorState, start: number, word: string): Transaction | null {
  const urls = findUrls(word).filter(
    ({ from, to }) =>
      !isCode(state, start + from, start + to) && !state.doc.rangeHasMark(start + from, start + to, link),
  )
  if (urls.length === 0) return null
  const { tr } = state
  for (const { from, to, href } of urls) tr.addMark(start + from, start + to, link.create({ href }))
  return tr
}

/** Links a URL right before the caret, when a line or the typing ends there; null if there is none. */
export function linkBeforeCaret(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection
  if (!empty) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, null, '\ufffc')
  const word = /[^\s\ufffc]+$/.exec(before)?.[0]
  return word === undefined ? null : linkWord(state, $from.pos - word.length, word)
}

/** Pasted text with its URLs as links. */
export function linkPasted(slice: Slice): Slice {
  const doc = textSchema.topNodeType.create(null, slice.content)
  const { steps, doc: linked } = linkUrls(doc)
  return steps.length === 0
    ? slice
    : new TextSlice(Fragment.from(linked.content), slice.openStart, slice.openEnd)
}
