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
  fingerprint: 'e7172aa9d86618c5',
  migrations: [],
  facets: { container: 'page' },
}
