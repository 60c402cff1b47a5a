export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly keys: readonly string[]
}

/** Ignores case, accents and the order of words; matches at the start of a word come first. */
export function searchEntries<E extends PaletteEntry>(entries: readonly E[], query: string): readonly E[] {
  const terms = normalize(query).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return entries
  return entries
    .map((entry, at) => ({ entry, at, score: getScore(normalize(entry.label), terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ entry }) => entry)
}

function getScore(label: string, terms: readonly string[]): number {
  let score = 0
  for (const word of terms) {
    const at = label.indexOf(word)
    if (at < 0) return 0
    score += at === 0 ? 3 : label[at - 1] === ' ' ? 2 : 1
  }
  return score
}

function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
