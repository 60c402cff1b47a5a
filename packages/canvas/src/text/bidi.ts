import createBidi from 'bidi-js'

const bidi = createBidi()

const anyRightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether the text contains right-to-left characters. Most texts skip the bidi algorithm. */
export function hasRightToLeft(text: string): boolean {
  return anyRightToLeft.test(text)
}

/** Paragraph level: 1 if its first strong character is right-to-left. */
export function baseLevel(text: string): 0 | 1 {
  return hasRightToLeft(text) && bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 1 : 0
}

/**
 * Embedding levels of the UTF-16 units according to the Unicode bidirectional algorithm: even is left-to-right,
 * odd right-to-left.
 */
export function getLevels(text: string, base: 0 | 1): Uint8Array {
  return bidi.getEmbeddingLevels(text, base === 1 ? 'rtl' : 'ltr').levels
}

/** What a character looks like in right-to-left text, such as `)` for `(`; undefined if like elsewhere. */
export function getMirrored(character: string): string | undefined {
  return bidi.getMirroredCharacter(character) ?? undefined
}

/** Rule L2: indices in visual order for levels in reading order. */
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
