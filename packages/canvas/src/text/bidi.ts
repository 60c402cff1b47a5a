import createBidi from 'bidi-js'

const bidi = createBidi()

const anyRightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Is there anything in the text that could run right to left? Most text can skip all that follows. */
export function canRunLeft(text: string): boolean {
  return anyRightToLeft.test(text)
}

/** Level of the paragraph: 1 when its first character with a direction runs to the left. */
export function baseLevel(text: string): 0 | 1 {
  return canRunLeft(text) && bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 1 : 0
}

/** Level of every UTF-16 unit of a paragraph, as the Unicode bidirectional algorithm has it: even runs right, odd runs left. */
export function getLevels(text: string, base: 0 | 1): Uint8Array {
  return bidi.getEmbeddingLevels(text, base === 1 ? 'rtl' : 'ltr').levels
}

/** L2: the visual order of pieces, given their levels in reading order. Returns indices. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, i) => i)
  const highest = Math.max(0, ...levels)
  for (let level = highest; level >= 1; level--) {
    for (let i = 0; i < order.length; i++) {
      if (levels[order[i]!]! < level) continue
      let end = i
      while (end < order.length && levels[order[end]!]! >= level) end++
      order.splice(i, end - i, ...order.slice(i, end).reverse())
      i = end
    }
  }
  return order
}
