import type { ThemeName } from '../../pen.ts'

/** Tones of a colour: `soft` for fills, `strong` for strokes, text and solid fills, `bright` for highlighters. */
interface Tones {
  readonly soft: string
  readonly strong: string
  readonly bright: string
}

/** Colours are stored by name and resolved by the theme. In the order of the colour picker. */
export const colorNames = [
  'ink',
  'paper',
  'grey',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
] as const

export type ColorName = (typeof colorNames)[number]

const tones: Readonly<Record<ThemeName, Readonly<Record<ColorName, Tones>>>> = {
  light: {
    ink: { soft: '#dddad3', strong: '#1e2227', bright: '#8d9096' },
    paper: { soft: '#ffffff', strong: '#ffffff', bright: '#ffffff' },
    grey: { soft: '#e6e4df', strong: '#6b6f76', bright: '#b5b3ad' },
    brown: { soft: '#eadbc8', strong: '#8a5a34', bright: '#d9a066' },
    red: { soft: '#f8d3cd', strong: '#bf3b33', bright: '#ff6b5e' },
    orange: { soft: '#fbddbb', strong: '#b05a0c', bright: '#ff9d3c' },
    yellow: { soft: '#fbedae', strong: '#8a6700', bright: '#ffd83d' },
    green: { soft: '#d3ebc8', strong: '#3b7c31', bright: '#7ed957' },
    teal: { soft: '#c5eae2', strong: '#1a776f', bright: '#3ed6c1' },
    blue: { soft: '#cce2f8', strong: '#2567b8', bright: '#5aa9ff' },
    violet: { soft: '#dfd6f7', strong: '#6a4bc0', bright: '#a58bff' },
    pink: { soft: '#f8d5e6', strong: '#b53a79', bright: '#ff7ac2' },
  },
  dark: {
    ink: { soft: '#54575d', strong: '#eceae4', bright: '#8d9096' },
    paper: { soft: '#232529', strong: '#232529', bright: '#ffffff' },
    grey: { soft: '#3c3f45', strong: '#a6a9af', bright: '#b5b3ad' },
    brown: { soft: '#564233', strong: '#cfa27a', bright: '#d9a066' },
    red: { soft: '#7d2f29', strong: '#f08a7f', bright: '#ff6b5e' },
    orange: { soft: '#80470e', strong: '#eda457', bright: '#ff9d3c' },
    yellow: { soft: '#665703', strong: '#ddbd4a', bright: '#ffd83d' },
    green: { soft: '#2f5f27', strong: '#86c478', bright: '#7ed957' },
    teal: { soft: '#145c55', strong: '#5cc4b6', bright: '#3ed6c1' },
    blue: { soft: '#24517f', strong: '#7fb2f0', bright: '#5aa9ff' },
    violet: { soft: '#4f3f8e', strong: '#b19df2', bright: '#a58bff' },
    pink: { soft: '#7a2d54', strong: '#ee8fbd', bright: '#ff7ac2' },
  },
}

/** Board colours per theme, shared with the interface. */
export const boardColors: Readonly<
  Record<
    ThemeName,
    {
      readonly paper: string
      readonly line: string
      readonly link: string
      readonly code: string
      readonly shadow: string
    }
  >
> = {
  light: { paper: '#faf9f6', line: '#e4e1da', link: '#2567b8', code: '#ecebe6', shadow: '#1e2227' },
  dark: { paper: '#17181a', line: '#2c2e32', link: '#7fb2f0', code: '#2b2d31', shadow: '#000000' },
}

const names: ReadonlySet<string> = new Set(colorNames)

/** Resolves a stored colour (name or `#rrggbb`) to CSS; invalid values become the default ink. */
export function getTone(color: string, tone: keyof Tones, theme: ThemeName): string {
  if (names.has(color)) return tones[theme][color as ColorName][tone]
  return color.startsWith('#') ? color : tones[theme].ink[tone]
}

/** Relative luminance of `#rrggbb` according to WCAG, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Contrast ratio of two `#rrggbb` colours according to WCAG, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Cached results, since every label asks in every frame. */
const inks = new Map<string, string>()
const maxInks = 4096

/** Text colour on a fill: dark or light, whichever has more contrast. */
export function getInk(background: string): string {
  let ink = inks.get(background)
  if (ink === undefined) {
    if (inks.size >= maxInks) inks.clear()
    inks.set(background, (ink = betterInk(background)))
  }
  return ink
}

function betterInk(background: string): string {
  const dark = tones.light.ink.strong
  const light = tones.light.paper.strong
  return contrast(background, dark) >= contrast(background, light) ? dark : light
}
