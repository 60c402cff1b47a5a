import { z } from 'zod'
import { CODEC_VERSION } from './codec.ts'
import { textSchema } from '../text/rich-text.ts'
import type { ShapeSchema } from '../model/schema.ts'

/** Raised when something is added to the bytes that older builds cannot read. 2: `keep` among taken changes. */
const REVISION = 2

/**
 * Names everything that two builds must agree on to share a board: bytes, kinds, ranges and the text
 * schema. A client with another hash must reload before it can send.
 */
export function formatHash(schemas: readonly ShapeSchema[]): string {
  const kinds = schemas.map(describeKind).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  return hash(JSON.stringify([CODEC_VERSION, REVISION, kinds, describeText()]))
}

/** Of the bytes and the text, whatever kinds there are. */
export const codecHash = (): string => hash(JSON.stringify([CODEC_VERSION, REVISION, describeText()]))

/** Of one kind: a schema names the one that its version stands for. */
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

/** FNV-1a in two halves: enough to tell versions apart, and no crypto needed. */
function hash(text: string): string {
  let low = 0x811c9dc5
  let high = 0xcbf29ce4
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193) >>> 0
    high = Math.imul(high ^ (text.charCodeAt(i) + i), 0x01000193) >>> 0
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
