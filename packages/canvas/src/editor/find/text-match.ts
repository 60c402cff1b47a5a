import type { Node } from 'prosemirror-model'

export interface FindOptions {
  readonly matchCase: boolean
  /** A match must not be part of a longer word. */
  readonly wholeWords: boolean
}

/** Start and end of a match: positions in the rich text, or UTF-16 indexes in a plain string. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Stands for a node that is not text, so that positions in the string and in the node agree. */
const OBJECT = '\uFFFC'

/** A pattern for the literal text `query`; null if it is empty. */
export function createFindPattern(query: string, { matchCase, wholeWords }: FindOptions): RegExp | null {
  if (query === '') return null
  const literal = query.normalize('NFC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const word = String.raw`[\p{L}\p{M}\p{N}_]`
  const source = wholeWords ? `(?<!${word})${literal}(?!${word})` : literal
  return new RegExp(source, matchCase ? 'gu' : 'giu')
}

export function findInString(text: string, pattern: RegExp): readonly TextRange[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))
}

/** Matches within the paragraphs of a rich text, in order. A match never spans two paragraphs. */
export function findInRichText(doc: Node, pattern: RegExp): readonly TextRange[] {
  const ranges: TextRange[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    const text = node.textBetween(0, node.content.size, undefined, OBJECT)
    for (const { from, to } of findInString(text, pattern))
      ranges.push({ from: position + 1 + from, to: position + 1 + to })
    return false
  })
  return ranges
}
