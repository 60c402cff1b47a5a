import type { ThemeName } from '../../pen.ts'
import { peopleColors } from '../../people.ts'

/** Colours of what is drawn over the page; the interface uses the same ones. */
export interface OverlayColors {
  /** What is selected, and everything that a hand is about to take. Neither an action nor a person has this colour. */
  readonly selection: string
  /** The paper, for the inside of handles and beside the selection's line, so that it shows on any fill. */
  readonly ground: string
  readonly guide: string
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
    readoutFill: '#eceae4',
    readoutText: '#17181a',
    grid: '#474a51',
    people: peopleColors.dark.paint,
    onPeople: peopleColors.dark.ink,
  },
}
