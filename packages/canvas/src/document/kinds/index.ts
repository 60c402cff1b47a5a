import type { BoardRecord } from '../model/record.ts'
import type { ShapeSchema } from '../model/schema.ts'
import { bindingSchema } from './binding.ts'
import { groupSchema } from './group.ts'
import { pageSchema } from './page.ts'
import { isSettings, settingsSchema } from './settings.ts'
import { isSuggestion, suggestionSchema } from './suggestion.ts'

/** Kinds that every board has and no shape draws. */
export const structureSchemas: readonly ShapeSchema[] = [
  pageSchema,
  groupSchema,
  bindingSchema,
  suggestionSchema,
  settingsSchema,
]

/** Part of the board, but not of what is on its pages: never among the children of its parent. */
export function isOutsideTree(record: BoardRecord | undefined): boolean {
  return isSuggestion(record) || isSettings(record)
}
