/** Number of person colours; the theme defines them as `--tavla-person-<n>`, the same as cursors on boards. */
export const personColorCount = 12

interface PersonColor {
  readonly paint: string
  /** Readable on `paint`. */
  readonly ink: string
}

export function personColorAt(place: number): PersonColor {
  return { paint: `var(--tavla-person-${place})`, ink: 'var(--tavla-on-person)' }
}

/** A person has the same colour everywhere, except on boards, which may assign another one to keep people apart. */
export function personColorIndex(uid: string): number {
  let sum = 0
  for (const char of uid) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return sum % personColorCount
}
