import { z } from 'zod'
import { CODEC_VERSION } from './codec.ts'
import { textSchema } from '../text/rich-text.ts'
import type { ShapeSchema } from '../model/schema.ts'

/**
 * Incremented when the format gets an addition that older builds cannot read. 2: `keep` in accepted changes. 3: links
 * of elements, headings and check lists.
 */
const REVISION = 3

/**
 * Identifies everything that two builds must agree on to share a board: binary format, kinds, ranges and text
 * schema. A client with another hash must reload before it can send.
 */
export function formatHash(schemas: readonly ShapeSchema[]): string {
  const kinds = schemas.map(describeKind).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  return hash(JSON.stringify([CODEC_VERSION, REVISION, kinds, describeText()]))
}

/** Hash of binary format and text schema, independent of the kinds. */
export const codecHash = (): string => hash(JSON.stringify([CODEC_VERSION, REVISION, describeText()]))

/** Hash of one kind; stored in its schema as `fingerprint`. */
export const kindHash = (schema: ShapeSchema): string => hash(JSON.stringify(describeKind(schema)))

function describeKind({ kind, version, facets, props }: ShapeSchema): readonly unknown[] {
  return [kind, version, facets, z.toJSONSchema(props, { unrepresentable: 'any', io: 'input' })]
}

function describeText(): readonly unknown[] {
  const text: unknown[] = []
  textSchema.spec.nodes.forEach((name, { content, group, attrs }) => text.push([name, content, group, attrs]))
  textSchema.spec.marks.forEach((name, { attrs, inclusive }) => text.push([name, attrs, inclusive]))
  return text
}

/** FNV-1a, 64 bits in two halves: sufficient to tell versions apart, no cryptographic strength needed. */
function hash(text: string): string {
  let low = 0x811c9dc5
  let high = 0xcbf29ce4
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193) >>> 0
    high = Math.imul(high ^ (text.charCodeAt(i) + i), 0x01000193) >>> 0
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
