/**
 * Which way letters run, after the Unicode bidirectional algorithm (UAX #9) without its explicit embeddings and
 * bracket pairs, which people do not type on boards. Levels are per UTF-16 unit: even runs right, odd runs left.
 */

const classes = { L: 0, R: 1, AL: 2, EN: 3, AN: 4, ES: 5, ET: 6, CS: 7, NSM: 8, ON: 9 } as const
type BidiClass = (typeof classes)[keyof typeof classes]
const { L, R, AL, EN, AN, ES, ET, CS, NSM, ON } = classes

const anyRightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const arabic =
  /[\u0608\u060b\u060d\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef\u06fa-\u0710\u0712-\u072f\u074d-\u07a5\u07b1\u0860-\u08c9\ufb50-\ufdff\ufe70-\ufefc\u{10d00}-\u{10d23}\u{1ec70}-\u{1eeff}]/u
const hebrew =
  /[\u05be\u05c0\u05c3\u05c6\u05d0-\u05f4\u07c0-\u085e\u200f\ufb1d\ufb1f-\ufb4f\u{10800}-\u{10cff}\u{1e800}-\u{1ec6f}]/u
const mark = /[\p{Mn}\p{Me}]/u
const character = /[\p{L}\p{Mc}\p{Nl}\u200e]/u

/** Is there anything in the text that could run right to left? Most text can skip all that follows. */
export function canRunLeft(text: string): boolean {
  return anyRightToLeft.test(text)
}

function getClass(char: string): BidiClass {
  const code = char.codePointAt(0)!
  if (code >= 0x30 && code <= 0x39) return EN
  if (
    (code >= 0x660 && code <= 0x669) ||
    code === 0x66b ||
    code === 0x66c ||
    (code >= 0x600 && code <= 0x605)
  )
    return AN
  if (code >= 0x6f0 && code <= 0x6f9) return EN
  if (char === '+' || char === '-' || code === 0x2212) return ES
  if (char === ',' || char === '.' || char === '/' || char === ':' || code === 0xa0 || code === 0x60c)
    return CS
  if (/[#$%\u00a2-\u00a5\u00b0\u00b1\u0609\u060a\u066a\u20a0-\u20cf\u2030-\u2034]/.test(char)) return ET
  if (mark.test(char)) return NSM
  if (arabic.test(char)) return AL
  if (hebrew.test(char)) return R
  return character.test(char) ? L : ON
}

/** Level of the paragraph: 1 when its first letter with a direction runs to the left. */
export function baseLevel(text: string): 0 | 1 {
  if (!anyRightToLeft.test(text)) return 0
  for (const char of text) {
    const kind = getClass(char)
    if (kind === L) return 0
    if (kind === R || kind === AL) return 1
  }
  return 0
}

/** Level of every UTF-16 unit of a paragraph. */
export function getLevels(text: string, base: 0 | 1): Uint8Array {
  const kinds: BidiClass[] = []
  for (const char of text) {
    const kind = getClass(char)
    kinds.push(kind)
    if (char.length === 2) kinds.push(kind)
  }
  resolveWeak(kinds, base)
  resolveNeutral(kinds, base)
  const levels = new Uint8Array(kinds.length)
  kinds.forEach((kind, i) => {
    if (base === 0) levels[i] = kind === R ? 1 : kind === AN || kind === EN ? 2 : 0
    else levels[i] = kind === R ? 1 : 2
  })
  return levels
}

/** Rules W1 to W7: what numbers, signs between them and combining marks belong to. */
function resolveWeak(kinds: BidiClass[], base: 0 | 1): void {
  const start: BidiClass = base === 1 ? R : L
  let before: BidiClass = start
  let strong: BidiClass = start
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === NSM) kinds[i] = before
    before = kinds[i]!
    if (before === L || before === R || before === AL) strong = before
    else if (before === EN && strong === AL) kinds[i] = AN
  }
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === AL) kinds[i] = R
    const [a, b, c] = [kinds[i - 1], kinds[i], kinds[i + 1]]
    if (b === ES && a === EN && c === EN) kinds[i] = EN
    else if (b === CS && a === c && (a === EN || a === AN)) kinds[i] = a
  }
  joinTerminators(kinds)
  strong = start
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i]!
    if (kind === ES || kind === ET || kind === CS) kinds[i] = ON
    else if (kind === L || kind === R) strong = kind
    else if (kind === EN && strong === L) kinds[i] = L
  }
}

/** W5: signs like % and $ beside a number are part of it. */
function joinTerminators(kinds: BidiClass[]): void {
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== ET) continue
    let end = i
    while (kinds[end] === ET) end++
    if (kinds[i - 1] === EN || kinds[end] === EN) kinds.fill(EN, i, end)
    i = end - 1
  }
}

/** N1 and N2: spaces and punctuation go with their neighbours when both sides agree, else with the paragraph. */
function resolveNeutral(kinds: BidiClass[], base: 0 | 1): void {
  const own: BidiClass = base === 1 ? R : L
  const side = (kind: BidiClass | undefined): BidiClass => (kind === undefined ? own : kind === L ? L : R)
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== ON) continue
    let end = i
    while (kinds[end] === ON) end++
    const left = side(kinds[i - 1])
    kinds.fill(left === side(kinds[end]) ? left : own, i, end)
    i = end - 1
  }
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
