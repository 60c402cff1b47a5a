import type { ThemeName } from '../pen.ts'

/** Colours of what lies above the page; the interface uses the same ones. */
export interface OverlayColors {
  /** Selection and its grips. */
  readonly accent: string
  readonly gripFill: string
  readonly guide: string
  readonly readoutFill: string
  readonly readoutText: string
  readonly grid: string
  /** Colours of people, told apart in this theme and by colour-blind eyes. */
  readonly people: readonly string[]
  /** Letters on a person's colour. */
  readonly onPeople: string
}

export const overlayColors: Readonly<Record<ThemeName, OverlayColors>> = {
  light: {
    accent: '#c4472b',
    gripFill: '#ffffff',
    guide: '#b53a79',
    readoutFill: '#1e2227',
    readoutText: '#faf9f6',
    grid: '#d9d5cc',
    people: [
      '#0b6bcb',
      '#a8440e',
      '#2f7d32',
      '#8a3ab9',
      '#00767c',
      '#b3266a',
      '#6b5b00',
      '#4953c4',
      '#8c2f39',
      '#3f6212',
      '#0f5f8c',
      '#6f4e37',
    ],
    onPeople: '#ffffff',
  },
  dark: {
    accent: '#e7775d',
    gripFill: '#17181a',
    guide: '#ee8fbd',
    readoutFill: '#eceae4',
    readoutText: '#17181a',
    grid: '#34363b',
    people: [
      '#6db3f7',
      '#f2a267',
      '#7fd183',
      '#cf9af0',
      '#5fd0d6',
      '#f08ab8',
      '#d6c34f',
      '#a3abff',
      '#f0919b',
      '#b4d86e',
      '#7cc4e8',
      '#d3b08c',
    ],
    onPeople: '#17181a',
  },
}
