import { personColorAt } from '../../ui/people-colors.ts'

/** Colours that a group may have, by their names in the API, in the order in which people's colours have them. */
export const groupColors = [
  'blue',
  'orange',
  'green',
  'violet',
  'teal',
  'pink',
  'olive',
  'indigo',
  'red',
] as const
export type GroupColorName = (typeof groupColors)[number]

/** Also of a colour that another client chose by its number. */
export function groupPaint(color: string): string {
  if (color.startsWith('#')) return color
  const place = groupColors.findIndex((known) => known === color)
  return personColorAt(Math.max(0, place)).paint
}

/** The first colour that no group has yet. */
export function freeColor(used: readonly string[]): GroupColorName {
  return groupColors.find((color) => !used.includes(color)) ?? 'blue'
}
