import type { StyleValue } from '@tavla/canvas'

/** A group of looks that stand together behind one button. */
export type StyleSection = 'fill' | 'line' | 'ends' | 'text' | 'look'

/** Which fields each section offers, in its order. */
export const sectionFields: Readonly<Record<StyleSection, readonly string[]>> = {
  fill: ['fill', 'fillStyle'],
  line: ['stroke', 'strokeWidth', 'dash'],
  ends: ['routing', 'startHead', 'endHead'],
  text: ['font', 'size', 'color', 'align', 'vertical'],
  look: ['radius', 'opacity'],
}

export const sections = Object.keys(sectionFields) as readonly StyleSection[]

export function isSection(name: string): name is StyleSection {
  return Object.hasOwn(sectionFields, name)
}

export type StyleMap = ReadonlyMap<string, StyleValue>

/** The sections that have anything to offer for these fields. */
export function getSections(style: StyleMap): readonly StyleSection[] {
  return sections.filter((section) => sectionFields[section].some((field) => style.has(field)))
}

/** The one value of a field, or undefined when elements differ or lack it. */
export function getValue(style: StyleMap, field: string): unknown {
  const found = style.get(field)
  return found === undefined || found === 'mixed' ? undefined : found.value
}

export function isMixed(style: StyleMap, field: string): boolean {
  return style.get(field) === 'mixed'
}

/** What a field may hold, asked of the schemas of all kinds concerned. */
export interface FieldSchemas {
  accepts(field: string, value: unknown): boolean
}

interface KindSchema {
  readonly kind: string
  readonly props: { readonly shape: Readonly<Record<string, unknown>> }
}

interface Parser {
  safeParse(value: unknown): { readonly success: boolean }
}

/** A value is offered only where every kind of the selection can take it: a pen cannot have no colour. */
export function fieldSchemas(schemas: readonly KindSchema[], kinds: ReadonlySet<string>): FieldSchemas {
  const concerned = schemas.filter(({ kind }) => kinds.has(kind))
  return {
    accepts: (field, value) =>
      concerned.every(({ props }) => {
        const parser = props.shape[field] as Parser | undefined
        return parser === undefined || parser.safeParse(value).success
      }),
  }
}
