import { findAll, type XmlElement } from '../formats/parse-xml.ts'

/** Style properties that are read, by name. */
export type Style = ReadonlyMap<string, string>

/** Properties that apply to what is inside an element, too. */
const inherited = [
  'color',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'font-size',
  'font-family',
  'text-anchor',
  'visibility',
]
const own = ['opacity', 'display', 'clip-path', 'mask', 'filter']
const names: ReadonlySet<string> = new Set([...inherited, ...own])

/** Rules of style sheets for an element name, a class or an id; other selectors are left out. */
export type StyleRules = ReadonlyMap<string, Style>

const maxRules = 2_000

export function readStyleRules(root: XmlElement): StyleRules {
  const rules = new Map<string, Map<string, string>>()
  const css = findAll(root, 'style')
    .map(({ text }) => text)
    .join('\n')
    .slice(0, 1_000_000)
    .replaceAll(/\/\*[^*]{0,10000}\*\//g, '')
  let at = 0
  while (rules.size < maxRules) {
    const open = css.indexOf('{', at)
    const end = open === -1 ? -1 : css.indexOf('}', open)
    if (end === -1) break
    const declared = readDeclarations(css.slice(open + 1, end))
    for (const selector of css.slice(at, open).split(',')) {
      const key = selector.trim()
      if (!/^[.#]?[\w-]{1,200}$/.test(key)) continue
      rules.set(key, new Map([...(rules.get(key) ?? []), ...declared]))
    }
    at = end + 1
  }
  return rules
}

function readDeclarations(text: string): Map<string, string> {
  const declared = new Map<string, string>()
  for (const part of text.slice(0, 10_000).split(';')) {
    const colon = part.indexOf(':')
    const name = part.slice(0, colon).trim().toLowerCase()
    const value = part.slice(colon + 1).replace(/!\s*important\s*$/, '')
    if (colon !== -1 && names.has(name)) declared.set(name, value.trim())
  }
  return declared
}

/** The style of an element: what it inherits, its attributes, the rules for it, and its own declarations. */
export function getStyle(element: XmlElement, parent: Style, rules: StyleRules): Style {
  const style = new Map(inherited.flatMap((name) => (parent.has(name) ? [[name, parent.get(name)!]] : [])))
  const set = (more: Iterable<readonly [string, string]>): void => {
    for (const [name, value] of more) if (value !== 'inherit') style.set(name, value)
  }
  const { attributes } = element
  set([...attributes].filter(([name]) => names.has(name)))
  const classes = (attributes.get('class') ?? '').split(/\s+/).slice(0, 20)
  const keys = [element.name, ...classes.map((each) => `.${each}`), `#${attributes.get('id') ?? ''}`]
  for (const key of keys) set(rules.get(key) ?? [])
  set(readDeclarations(attributes.get('style') ?? ''))
  return style
}

/** A number with an optional unit, in user units; percentages and what cannot be read are `otherwise`. */
export function readLength(text: string | undefined, otherwise: number): number {
  const [, digits, unit = ''] =
    /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec((text ?? '').slice(0, 40)) ?? []
  const factor = unitFactors.get(unit.toLowerCase())
  return digits === undefined || factor === undefined ? otherwise : Number(digits) * factor
}

const unitFactors: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['px', 1],
  ['pt', 4 / 3],
  ['pc', 16],
  ['mm', 96 / 25.4],
  ['cm', 96 / 2.54],
  ['in', 96],
  ['em', 16],
  ['rem', 16],
])
