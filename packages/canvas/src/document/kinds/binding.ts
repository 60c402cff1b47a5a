import { z } from 'zod'
import type { BoardRecord } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'

const BindingProps = z.strictObject({
  end: z.enum(['start', 'end']),
  /** Element that the end is attached to. */
  target: z.string().min(1),
  /** Position on the target as fractions of its unrotated box; 0.5, 0.5 is the centre. */
  u: z.number().min(-10).max(10),
  v: z.number().min(-10).max(10),
})

/**
 * Attaches one end of a connector to an element. Its `parent` is the connector; each end has at most one binding.
 */
export type BindingRecord = BoardRecord & z.infer<typeof BindingProps> & { readonly parent: string }

export const bindingSchema: ShapeSchema = {
  kind: 'binding',
  props: BindingProps,
  defaults: { u: 0.5, v: 0.5 },
  version: 1,
  fingerprint: '96930bd8500fb739',
  migrations: [],
  facets: {},
}

export function isBinding(record: BoardRecord | undefined): record is BindingRecord {
  return record?.kind === bindingSchema.kind
}
