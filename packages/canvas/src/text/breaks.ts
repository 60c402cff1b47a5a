/**
 * Where lines may break, after the common rules of Unicode line breaking (UAX #14): at spaces, after hyphens,
 * around ideographs and emoji, and between the words of scripts that write none of their spaces.
 */

const simple = /^[\u0020-\u007e\u00a0-\u024f\u0370-\u058f]*$/
const spaceless = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/
const ideograph =
  /[\u2e80-\u2fff\u3041-\u3096\u3099-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9d\u{20000}-\u{3ffff}\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}]/u
/** May not begin a line. */
const closing =
  /^[、。，．：；！？」』）】〉》〕｝〗〙〛’”%％℃!),.:;?\]}ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々…‥・]/u
/** May not end a line. */
const opening = /^[「『（【〈《〔｛〖〘〚‘“([{¥＄￥$£]/u

// Root locale: the same breaks for everyone who sees the board.
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const words = new Intl.Segmenter('und', { granularity: 'word' })

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x3000 || code === 0x200b
}

/** The text in units a reader takes as one letter. */
export function graphemesOf(text: string): string[] {
  if (simple.test(text)) return text.split('')
  return Array.from(graphemes.segment(text), (part) => part.segment)
}

/** Indices (of UTF-16 units) before which a new line may begin, in order; start and end are not among them. */
export function breaksIn(text: string): number[] {
  return simple.test(text) ? simpleBreaks(text) : fullBreaks(text)
}

function simpleBreaks(text: string): number[] {
  const found: number[] = []
  for (let i = 1; i < text.length; i++) {
    const before = text.charCodeAt(i - 1)
    const here = text.charCodeAt(i)
    if (isSpace(here)) continue
    if (isSpace(before) || (isHyphen(before) && i > 1 && isLetter(text, i - 2) && isLetter(text, i)))
      found.push(i)
  }
  return found
}

function isHyphen(code: number): boolean {
  return code === 0x2d || code === 0xad || code === 0x2010 || code === 0x2013 || code === 0x2014
}

function isLetter(text: string, at: number): boolean {
  return /\p{L}/u.test(text.charAt(at))
}

function fullBreaks(text: string): number[] {
  const found: number[] = []
  let before = ''
  for (const { segment, index } of graphemes.segment(text)) {
    if (index > 0 && breaksBetween(before, segment, text, index)) found.push(index)
    before = segment
  }
  if (!spaceless.test(text)) return found
  return [...new Set([...found, ...spacelessBreaks(text)])].sort((a, b) => a - b)
}

function breaksBetween(before: string, here: string, text: string, at: number): boolean {
  if (isSpace(here.charCodeAt(0)) || closing.test(here)) return false
  if (isSpace(before.charCodeAt(before.length - 1))) return true
  if (opening.test(before)) return false
  const joiner = /[\u2060\ufeff\u00a0\u202f]/
  if (joiner.test(before) || joiner.test(here)) return false
  if (ideograph.test(before) || ideograph.test(here)) return true
  return isHyphen(before.charCodeAt(0)) && at > 1 && isLetter(text, at - 2) && isLetter(text, at)
}

/** Word starts inside stretches of Thai, Lao, Burmese and Khmer. */
function spacelessBreaks(text: string): number[] {
  const found: number[] = []
  for (const { segment, index } of words.segment(text)) {
    if (index > 0 && spaceless.test(segment.charAt(0)) && spaceless.test(text.charAt(index - 1)))
      found.push(index)
  }
  return found
}
