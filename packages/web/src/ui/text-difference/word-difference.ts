/** A part of a text: words that both versions have, or only one of them. */
export interface WordPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * Maximum number of words to compare one by one; in longer texts everything from the first to the last difference
 * is one replacement.
 */
const maxCompared = 400

const segments = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The word-by-word difference of two texts in reading order: removed words before added ones. */
export function wordDifference(before: string, after: string): readonly WordPart[] {
  const [old, now] = [getWords(before), getWords(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1
  const [oldMiddle, nowMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const isLong = oldMiddle.length > maxCompared || nowMiddle.length > maxCompared
  const middle = isLong ? replaced(oldMiddle, nowMiddle) : compared(oldMiddle, nowMiddle)
  return joined([...same(old.slice(0, start)), ...middle, ...same(old.slice(old.length - end))])
}

function getWords(text: string): string[] {
  return Array.from(segments.segment(text), ({ segment }) => segment)
}

const same = (words: readonly string[]): WordPart[] => words.map((text) => ({ kind: 'same', text }))

const replaced = (old: readonly string[], now: readonly string[]): WordPart[] => [
  ...old.map((text): WordPart => ({ kind: 'removed', text })),
  ...now.map((text): WordPart => ({ kind: 'added', text })),
]

/** By the longest common subsequence. */
function compared(old: readonly string[], now: readonly string[]): WordPart[] {
  const lengths = commonLengths(old, now)
  const parts: WordPart[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [before, after] = [old[i], now[j]]
    if (before === undefined && after === undefined) return parts
    if (before === after && before !== undefined) {
      parts.push({ kind: 'same', text: before })
      i += 1
      j += 1
    } else if (before !== undefined && (after === undefined || lengths(i + 1, j) >= lengths(i, j + 1))) {
      parts.push({ kind: 'removed', text: before })
      i += 1
    } else if (after !== undefined) {
      parts.push({ kind: 'added', text: after })
      j += 1
    }
  }
}

/** Number of equal words from `i` in one text and `j` in the other. */
function commonLengths(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  return at
}

/** Merges adjacent parts of the same kind; a space between two changed words counts as changed. */
function joined(parts: readonly WordPart[]): readonly WordPart[] {
  const runs: { removed: string; added: string; same: string }[] = []
  for (const [index, { kind, text }] of parts.entries()) {
    const last = runs.at(-1)
    const isChanged = (at: number): boolean => (parts[at]?.kind ?? 'same') !== 'same'
    if (kind !== 'same') {
      const run = last && last.same === '' ? last : { removed: '', added: '', same: '' }
      if (run !== last) runs.push(run)
      run[kind] += text
    } else if (last?.same === '' && text.trim() === '' && isChanged(index - 1) && isChanged(index + 1)) {
      last.removed += text
      last.added += text
    } else if (last && last.same !== '') last.same += text
    else if (last) last.same = text
    else runs.push({ removed: '', added: '', same: text })
  }
  return runs.flatMap(({ removed, added, same: unchanged }): WordPart[] => [
    ...(removed === '' ? [] : [{ kind: 'removed', text: removed } as const]),
    ...(added === '' ? [] : [{ kind: 'added', text: added } as const]),
    ...(unchanged === '' ? [] : [{ kind: 'same', text: unchanged } as const]),
  ])
}
