import { canBreakBefore, isGlue } from './word-breaks.ts'

/**
 * Line break opportunities after the common rules of Unicode line breaking (UAX #14): at spaces, at punctuation
 * inside words, around ideographs and emoji, and between words of scripts without spaces.
 */

/** Characters of one UTF-16 unit that follow the rules of words only. */
const simple =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u203a\u20a0-\u20bf]*$/
const spaceless = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/
/** With the punctuation of the same scripts: between a closing and an opening sign a line can end. */
const ideograph =
  /[\u2e80-\u2fff\u3001-\u3096\u3099-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff9d\u{20000}-\u{3ffff}\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}]/u
/** Not allowed at the start of a line. */
const closing =
  /^[、。，．：；！？」』）】〉》〕｝〗〙〛’”%％℃!),.:;?\]}ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ々〻ゝゞヽヾ…‥・｡｣､･ｧ-ｰ〜]/u
/** Signs of repetition and abbreviation, and full stops, of scripts without spaces; they belong to the word before. */
const following = /[\u0e2f\u0e46\u0e5a\u0e5b\u0eaf\u0ec6\u104a\u104b\u17d4-\u17d7\u17da]/
/** Not allowed at the end of a line. */
const opening = /^[「『（【〈《〔｛〖〘〚｢‘“([{¥＄￥$£]/u

// Root locale, so that breaks are the same for everyone.
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const words = new Intl.Segmenter('und', { granularity: 'word' })

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x3000 || code === 0x200b
}

/** The text in graphemes. */
export function getGraphemes(text: string): string[] {
  if (simple.test(text)) return text.split('')
  return Array.from(graphemes.segment(text), (part) => part.segment)
}

/** Indices (UTF-16 units) before which a line can start, without start and end. */
export function listBreaks(text: string): number[] {
  return simple.test(text) ? simpleBreaks(text) : fullBreaks(text)
}

function simpleBreaks(text: string): number[] {
  const found: number[] = []
  for (let i = 1; i < text.length; i++) {
    if (isSpace(text.charCodeAt(i))) continue
    if (isSpace(text.charCodeAt(i - 1))) found.push(i)
    else if (canBreakBefore(i > 1 ? text.charAt(i - 2) : ' ', text.charAt(i - 1), text.charAt(i)))
      found.push(i)
  }
  return found
}

function fullBreaks(text: string): number[] {
  const found: number[] = []
  let before = ''
  for (const { segment, index } of graphemes.segment(text)) {
    if (index > 0 && canBreakBetween(before, segment, text, index)) found.push(index)
    before = segment
  }
  if (!spaceless.test(text)) return found
  return [...new Set([...found, ...spacelessBreaks(text)])].sort((a, b) => a - b)
}

function canBreakBetween(before: string, here: string, text: string, at: number): boolean {
  if (isSpace(here.charCodeAt(0))) return false
  if (isSpace(before.charCodeAt(before.length - 1))) return true
  if (isGlue(before) || isGlue(here)) return false
  if (ideograph.test(before) || ideograph.test(here)) return !closing.test(here) && !opening.test(before)
  const [last, first] = [before.charAt(before.length - 1), here.charAt(0)]
  return canBreakBefore(at > before.length ? text.charAt(at - before.length - 1) : ' ', last, first)
}

/** Word boundaries in Thai, Lao, Burmese and Khmer. */
function spacelessBreaks(text: string): number[] {
  const found: number[] = []
  for (const { segment, index } of words.segment(text)) {
    const [before, first] = [text.charAt(index - 1), segment.charAt(0)]
    if (index > 0 && spaceless.test(first) && spaceless.test(before) && !following.test(first))
      found.push(index)
  }
  return found
}
