import type { Node } from 'prosemirror-model'
import { Decoration } from 'prosemirror-view'

const kana = /[\u3041-\u30ff\u31f0-\u31ff\uff65-\uff9f]+/g

/**
 * Marks kana, which pages kern in Japanese fonts. The layout cannot: it gives them one width each, because their
 * fonts are loaded late and not known to the server.
 */
export function decorateKana(doc: Node): Decoration[] {
  const found: Decoration[] = []
  doc.descendants((node, position) => {
    for (const { 0: text, index } of node.text?.matchAll(kana) ?? []) {
      const from = position + index
      found.push(Decoration.inline(from, from + text.length, { class: 'tavla-kana' }))
    }
  })
  return found
}
