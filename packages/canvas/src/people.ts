/** Number of colours for people. */
export const peopleColorCount = 12

interface PeopleColors {
  /** Distinguishable in this theme, also with colour blindness. */
  readonly paint: readonly string[]
  /** Text colour on these colours. */
  readonly ink: string
}

/** Colours of people, used for cursors on the board and avatars in the interface. */
export const peopleColors: Readonly<Record<'light' | 'dark', PeopleColors>> = {
  light: {
    paint: [
      '#0b6bcb',
      '#a8440e',
      '#2f7d32',
      '#8a3ab9',
      '#00767c',
      '#b3266a',
      '#6b5b00',
      '#5c6470',
      '#8c2f39',
      '#3f6212',
      '#0f5f8c',
      '#6f4e37',
    ],
    ink: '#ffffff',
  },
  dark: {
    paint: [
      '#6db3f7',
      '#f2a267',
      '#7fd183',
      '#cf9af0',
      '#5fd0d6',
      '#f08ab8',
      '#d6c34f',
      '#a9b4c0',
      '#f0919b',
      '#b4d86e',
      '#7cc4e8',
      '#d3b08c',
    ],
    ink: '#17181a',
  },
}

/** Colour index of a person, derived from the uid. */
export function getColour(uid: string): number {
  let hash = 0
  for (const char of uid) hash = (Math.imul(hash, 31) + char.codePointAt(0)!) >>> 0
  return hash % peopleColorCount
}
