/** A parsed colour: opaque `#rrggbb` and its alpha. */
interface ReadColor {
  readonly hex: string
  readonly alpha: number
}

/** CSS names that occur in practice. */
const named: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['red', '#ff0000'],
  ['green', '#008000'],
  ['blue', '#0000ff'],
  ['yellow', '#ffff00'],
  ['orange', '#ffa500'],
  ['purple', '#800080'],
  ['pink', '#ffc0cb'],
  ['brown', '#a52a2a'],
  ['gray', '#808080'],
  ['grey', '#808080'],
  ['cyan', '#00ffff'],
  ['magenta', '#ff00ff'],
  ['teal', '#008080'],
  ['navy', '#000080'],
])

/** Excalidraw's default stroke colours, current and former. */
const inks: ReadonlySet<string> = new Set(['#000000', '#1e1e1e'])

export function readColor(css: string): ReadColor | undefined {
  const text = css.trim().toLowerCase()
  if (text === 'transparent' || text === 'none' || text === '') return { hex: '#000000', alpha: 0 }
  const name = named.get(text)
  if (name !== undefined) return { hex: name, alpha: 1 }
  return readHex(text) ?? readRgb(text)
}

function readHex(text: string): ReadColor | undefined {
  if (!/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return undefined
  const digits = text.length <= 5 ? [...text.slice(1)].map((digit) => digit + digit).join('') : text.slice(1)
  const alpha = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) / 255 : 1
  return { hex: `#${digits.slice(0, 6)}`, alpha }
}

function readRgb(text: string): ReadColor | undefined {
  if (text.length > 60) return undefined
  const numbers = /^rgba?\(([\d.\s,/%]+)\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '')
  if (numbers === undefined || numbers.length < 3 || numbers.length > 4) return undefined
  const channel = (part: string): number =>
    Math.round(Math.min(255, part.endsWith('%') ? Number.parseFloat(part) * 2.55 : Number(part)))
  const channels = numbers.slice(0, 3).map(channel)
  const alphaText = numbers[3] ?? '1'
  const alpha = alphaText.endsWith('%') ? Number.parseFloat(alphaText) / 100 : Number(alphaText)
  if ([...channels, alpha].some(Number.isNaN)) return undefined
  return {
    hex: `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    alpha: Math.min(1, alpha),
  }
}

/** Whether the colour is the default stroke colour, which follows the theme. */
export function isInk(hex: string): boolean {
  return inks.has(hex)
}

/** Colours are kept, except for default black and white, which follow the theme. */
export function toThemeColor(hex: string): string {
  if (isInk(hex)) return 'ink'
  return hex === '#ffffff' ? 'paper' : hex
}
