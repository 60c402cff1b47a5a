import type { ShapeSchema } from '../schema.ts'
import { bindingSchema } from './binding.ts'
import { groupSchema } from './group.ts'
import { pageSchema } from './page.ts'

/** Kinds that every board has and no shape draws. */
export const structureSchemas: readonly ShapeSchema[] = [pageSchema, groupSchema, bindingSchema]
