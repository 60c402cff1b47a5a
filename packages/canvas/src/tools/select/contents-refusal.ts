import type { Refusal } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import { getContainer } from '../../editor/view/relations.ts'

/** The refusal for changing containers with their contents, if any. */
export function getContentsRefusal(t: ToolApi, ids: readonly RecordId[]): Refusal | undefined {
  const { summary } = t.chosen
  if (summary && ![...summary.kinds].some((kind) => t.shapes.schema(kind)?.facets.container)) return undefined
  return t.rights.getContentsRefusal(
    ids.filter((id) => getContainer(t.document.get(id), t.shapes) !== undefined),
  )
}
