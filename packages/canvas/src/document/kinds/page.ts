import { z } from 'zod'
import type { ShapeSchema } from '../model/schema.ts'

const PageProps = z.strictObject({
  name: z.string().max(200),
})

export const pageSchema: ShapeSchema = {
  kind: 'page',
  props: PageProps,
  defaults: { name: '' },
  version: 1,
  migrations: [],
  facets: { container: 'page' },
}
