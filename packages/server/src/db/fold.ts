/** Folds case, form and accents the same on both engines; character by character, so that positions can be mapped. */
export function foldForSearch(text: string): string {
  let folded = ''
  for (const letter of text) folded += foldCharacter(letter)
  return folded
}

const folds = new Map<string, string>()
const maxFolds = 20_000

/** Case by way of capitals, so that ß is ss and both sigmas are one. */
function foldCharacter(letter: string): string {
  let folded = folds.get(letter)
  if (folded === undefined) {
    const plain = letter
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
    folded = plain.toLowerCase()
    if (folds.size >= maxFolds) folds.clear()
    folds.set(letter, folded)
  }
  return folded
}

/** Range of the words in a text, from the first character to behind the last, in UTF-16 units; null: nowhere. */
export function findFolded(
  text: string,
  words: string,
): { readonly from: number; readonly to: number } | null {
  const wanted = foldForSearch(words)
  let folded = ''
  /** For each unit of `folded` where its character begins in `text`. */
  const begins: number[] = []
  let at = 0
  for (const letter of text) {
    const part = foldCharacter(letter)
    for (let i = 0; i < part.length; i += 1) begins.push(at)
    folded += part
    at += letter.length
  }
  const found = wanted === '' ? -1 : folded.indexOf(wanted)
  if (found < 0) return null
  const last = found + wanted.length
  const from = begins[found] ?? 0
  // Up to the next character: the last one may have been folded into several, and combining marks after it belong to it.
  let to = begins[last] ?? text.length
  if (to === begins[last - 1]) to = begins.find((begin) => begin > to) ?? text.length
  return { from, to }
}
