/**
 * Folds case, Unicode form and accents alike for both engines; character by character, so that positions can be
 * mapped back.
 */
export function foldForSearch(text: string): string {
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

const folds = new Map<string, string>()
const maxFolds = 20_000

/** Via upper case, so that ß becomes ss and both sigmas become one. */
function foldCharacter(character: string): string {
  let folded = folds.get(character)
  if (folded === undefined) {
    const plain = character
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
    folded = plain.toLowerCase()
    if (folds.size >= maxFolds) folds.clear()
    folds.set(character, folded)
  }
  return folded
}

/** Range of a match in a text in UTF-16 units, end exclusive; null: no match. */
export function findFolded(
  text: string,
  words: string,
): { readonly from: number; readonly to: number } | null {
  const wanted = foldForSearch(words)
  let folded = ''
  /** For each unit of `folded`, where its character begins in `text`. */
  const begins: number[] = []
  let at = 0
  for (const character of text) {
    const part = foldCharacter(character)
    for (let i = 0; i < part.length; i += 1) begins.push(at)
    folded += part
    at += character.length
  }
  const found = wanted === '' ? -1 : folded.indexOf(wanted)
  if (found < 0) return null
  const last = found + wanted.length
  const from = begins[found] ?? 0
  // Extended to the next character: the last one may fold into several, and combining marks belong to it.
  let to = begins[last] ?? text.length
  if (to === begins[last - 1]) to = begins.find((begin) => begin > to) ?? text.length
  return { from, to }
}
