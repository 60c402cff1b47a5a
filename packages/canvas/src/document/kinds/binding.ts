import { z } from 'zod'
import type { BoardRecord } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'

const BindingProps = z.strictObject({
  end: z.enum(['start', 'end']),
  /** Element that the end is held on. */
  target: z.string().min(1),
  /** Where on the target, as shares of its unrotated box; 0.5, 0.5 is its centre. */
  u: z.number().min(-10).max(10),
  v: z.number().min(-10).max(10),
})

/** One end of a connector held on an element. Its `parent` is the connector; each end has at most one. */
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
