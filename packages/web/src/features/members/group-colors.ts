import { getPersonColor } from '../../ui/people-colors.ts'

/** Group colours by their API names, in the order of the colours of people. */
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

/** CSS colour of a group; other clients can also set hex values. */
export function getGroupColor(color: string): string {
  if (color.startsWith('#')) return color
  const index = groupColors.findIndex((name) => name === color)
  return getPersonColor(Math.max(0, index)).paint
}

/** The first colour that no group uses, or blue. */
export function findUnusedColor(used: readonly string[]): GroupColorName {
  return groupColors.find((color) => !used.includes(color)) ?? 'blue'
}
