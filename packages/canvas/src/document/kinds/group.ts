import { z } from 'zod'
import type { ShapeSchema } from '../model/schema.ts'

/** A group has no geometry of its own and is removed with its last child. */
export const groupSchema: ShapeSchema = {
  kind: 'group',
  props: z.strictObject({}),
  defaults: {},
  version: 1,
  fingerprint: '8b0e8a84a608d819',
  migrations: [],
  facets: { container: 'group' },
}
