import type { StyleValue } from '@tavla/canvas'

/** A group of style fields behind one button. */
export type StyleSection = 'fill' | 'line' | 'ends' | 'text' | 'look'

/** The fields of each section, in order. */
export const sectionFields: Readonly<Record<StyleSection, readonly string[]>> = {
  fill: ['fill', 'fillStyle'],
  line: ['stroke', 'strokeWidth', 'dash', 'lineStyle'],
  ends: ['routing', 'startHead', 'endHead'],
  text: ['font', 'size', 'color', 'align', 'vertical'],
  look: ['radius', 'opacity'],
}

export const sections = Object.keys(sectionFields) as readonly StyleSection[]

export function isSection(name: string): name is StyleSection {
  return Object.hasOwn(sectionFields, name)
}

export type StyleMap = ReadonlyMap<string, StyleValue>

/** The sections that apply to these fields. */
export function getSections(style: StyleMap): readonly StyleSection[] {
  return sections.filter((section) => sectionFields[section].some((field) => style.has(field)))
}

/** The common value of a field; undefined if elements differ or lack it. */
export function getValue(style: StyleMap, field: string): unknown {
  const found = style.get(field)
  return found === undefined || found === 'mixed' ? undefined : found.value
}

export function isMixed(style: StyleMap, field: string): boolean {
  return style.get(field) === 'mixed'
}

/** Values that a field can have, according to the schemas of all selected kinds. */
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

/** A value is offered only if every selected kind accepts it: a pen cannot have no colour. */
export function createFieldSchemas(schemas: readonly KindSchema[], kinds: ReadonlySet<string>): FieldSchemas {
  const selectedSchemas = schemas.filter(({ kind }) => kinds.has(kind))
  return {
    accepts: (field, value) =>
      selectedSchemas.every(({ props }) => {
        const parser = props.shape[field] as Parser | undefined
        return parser === undefined || parser.safeParse(value).success
      }),
  }
}
