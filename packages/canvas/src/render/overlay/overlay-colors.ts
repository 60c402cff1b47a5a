import type { ThemeName } from '../../pen.ts'
import { peopleColors } from '../../people.ts'

/** Colours of the overlay, also used by the interface. */
export interface OverlayColors {
  /** Selection and hover. Not used for actions or people. */
  readonly selection: string
  /** Background colour, inside handles and next to the selection outline, for contrast with any fill. */
  readonly ground: string
  readonly guide: string
  /** Outlines of elements that match the search. */
  readonly found: string
  readonly readoutFill: string
  readonly readoutText: string
  readonly grid: string
  /** Colours of people, distinguishable in this theme, also with colour blindness. */
  readonly people: readonly string[]
  /** Text on a person's colour. */
  readonly onPeople: string
}

export const overlayColors: Readonly<Record<ThemeName, OverlayColors>> = {
  light: {
    selection: '#5b5fd6',
    ground: '#faf9f6',
    guide: '#b53a79',
    found: '#b7791f',
    readoutFill: '#1e2227',
    readoutText: '#faf9f6',
    grid: '#b9b3a6',
    people: peopleColors.light.paint,
    onPeople: peopleColors.light.ink,
  },
  dark: {
    selection: '#8f8cf5',
    ground: '#17181a',
    guide: '#ee8fbd',
    found: '#f2b84b',
    readoutFill: '#eceae4',
    readoutText: '#17181a',
    grid: '#474a51',
    people: peopleColors.dark.paint,
    onPeople: peopleColors.dark.ink,
  },
}
