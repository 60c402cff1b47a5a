import type { Refusal } from '../../document/change.ts'
import type { RecordId } from '../../document/record.ts'
import type { ToolVerbs } from '../../editor/board-view.ts'
import { containerOf } from '../../editor/relations.ts'

/** Why the containers among these may not be changed together with all that is inside them. */
export function refusalOfContents(t: ToolVerbs, ids: readonly RecordId[]): Refusal | undefined {
  const { makeup } = t.chosen
  if (makeup && ![...makeup.kinds].some((kind) => t.shapes.schema(kind)?.facets.container)) return undefined
  return t.rights.refusalOfTaking(ids.filter((id) => containerOf(t.document.get(id), t.shapes) !== undefined))
}
