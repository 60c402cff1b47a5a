import type { BoardRecord } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'
import { bindingSchema } from './binding.ts'
import { groupSchema } from './group.ts'
import { pageSchema } from './page.ts'
import { isSettings, settingsSchema } from './settings.ts'
import { isSuggestion, suggestionSchema } from './suggestion.ts'

/** Kinds that every board has and that are not drawn. */
export const structureSchemas: readonly ShapeSchema[] = [
  pageSchema,
  groupSchema,
  bindingSchema,
  suggestionSchema,
  settingsSchema,
]

/** Records that are not in the tree of a page: never listed among the children of their parent. */
export function isOutsideTree(record: BoardRecord | undefined): boolean {
  return isSuggestion(record) || isSettings(record)
}
