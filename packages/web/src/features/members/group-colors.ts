/** Colours that a group may have, by their names on the wire; each is one of the twelve that people have. */
export const groupColors = ['blue', 'teal', 'green', 'olive', 'amber', 'coral', 'pink', 'violet'] as const
export type GroupColorName = (typeof groupColors)[number]

const places: Readonly<Record<GroupColorName, number>> = {
  blue: 0,
  teal: 1,
  green: 2,
  olive: 3,
  amber: 4,
  coral: 5,
  pink: 6,
  violet: 7,
}

/** Also of a colour that another client chose by its number. */
export function groupPaint(color: string): string {
  if (color.startsWith('#')) return color
  const name = groupColors.find((known) => known === color) ?? 'blue'
  return `var(--tavla-person-${places[name]})`
}

/** The first colour that no group has yet. */
export function freeColor(used: readonly string[]): GroupColorName {
  return groupColors.find((color) => !used.includes(color)) ?? 'blue'
}
