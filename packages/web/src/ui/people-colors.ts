/** Number of person colours; the theme defines them as `--tavla-person-<n>`, the same as cursors on boards. */
export const personColorCount = 12

interface PersonColor {
  readonly paint: string
  /** Readable on `paint`. */
  readonly ink: string
}

export function getPersonColor(index: number): PersonColor {
  return { paint: `var(--tavla-person-${index})`, ink: 'var(--tavla-on-person)' }
}

/** A person has the same colour everywhere, except on boards, which may assign another one to keep people apart. */
export function getPersonColorIndex(uid: string): number {
  let hash = 0
  for (const char of uid) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return hash % personColorCount
}
