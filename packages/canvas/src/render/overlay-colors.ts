import type { ThemeName } from '../pen.ts'
import { peopleColors } from '../people.ts'

/** Colours of what is drawn over the page; the interface uses the same ones. */
export interface OverlayColors {
  /** Selection and its grips. */
  readonly accent: string
  readonly handleFill: string
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
    accent: '#c4472b',
    handleFill: '#ffffff',
    guide: '#b53a79',
    readoutFill: '#1e2227',
    readoutText: '#faf9f6',
    grid: '#d9d5cc',
    people: peopleColors.light.paint,
    onPeople: peopleColors.light.ink,
  },
  dark: {
    accent: '#e7775d',
    handleFill: '#17181a',
    guide: '#ee8fbd',
    readoutFill: '#eceae4',
    readoutText: '#17181a',
    grid: '#34363b',
    people: peopleColors.dark.paint,
    onPeople: peopleColors.dark.ink,
  },
}
