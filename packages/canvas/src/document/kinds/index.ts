import type { BoardRecord } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'
import { bindingSchema } from './binding.ts'
import { groupSchema } from './group.ts'
import { pageSchema } from './page.ts'
import { settingsSchema } from './settings.ts'
import { suggestionSchema } from './suggestion.ts'

/** Kinds that every board has and that are not drawn. */
export const structureSchemas: readonly ShapeSchema[] = [
  pageSchema,
  groupSchema,
  bindingSchema,
  suggestionSchema,
  settingsSchema,
]

/** Records that are not in the tree of a page: never listed among the children of their parent. */
export function isOutsideTree(record: Pick<BoardRecord, 'kind'> | undefined): boolean {
  return record !== undefined && outside.has(record.kind)
}

const outside: ReadonlySet<string> = new Set([suggestionSchema.kind, settingsSchema.kind])
