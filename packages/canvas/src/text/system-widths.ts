/**
 * Characters outside of the shipped fonts are drawn with system fonts. So that lines break at the same positions
 * everywhere, the layout uses fixed widths (fractions of the font size) that are close to common system fonts,
 * and pens scale the glyphs to them.
 */

const hangul = /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]/
const halfwidth = /[\uff61-\uffdc\uffe8-\uffee]/
const wide =
  /[\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3ffff}]/u
const emoji = /\p{Emoji}|\u20e3/u
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Mn}\p{Me}]*$/u
const symbol = /^\p{S}/u

/** Width of one grapheme as a fraction of the font size. */
export function systemWidth(character: string): number {
  if (invisible.test(character)) return 0
  if (hangul.test(character)) return 0.92
  if (halfwidth.test(character)) return 0.5
  if (wide.test(character)) return 1
  if (emoji.test(character)) return 1.25
  return symbol.test(character) ? 0.85 : 0.62
}
