import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { BoardView } from '../board-view.ts'
import { isElement, withDescendants } from '../view/relations.ts'

/** Sets style fields on everything selected that has them, with what follows from them (a note's fitted text). */
export function styleChanges(view: BoardView, ids: readonly RecordId[], fields: Fields): Change[] {
  const { document, shapes } = view
  return withDescendants(document, ids).flatMap((id): Change[] => {
    const record = document.get(id)
    if (!isElement(record, shapes) || !view.rights.canChange(id)) return []
    const own = ownFields(view, record, fields)
    if (Object.keys(own).length === 0) return []
    const styled = { ...record, ...own }
    const fitted = shapes.get(record.kind)?.edit?.fit?.(styled, view.scene.view) ?? {}
    return [{ op: 'patch', id, fields: { ...own, ...fitted } }]
  })
}

/** Those of the fields that this kind has and that make a difference. */
function ownFields(view: BoardView, record: ElementRecord, fields: Fields): Fields {
  const props = view.shapes.schema(record.kind)?.props
  const own: Record<string, unknown> = {}
  if (!props) return own
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(props.shape, name) || record[name] === value) continue
    // One kind may allow what another does not (a sticky note always has a colour).
    if (props.shape[name]!.safeParse(value).success) own[name] = value
  }
  return own
}

/** Style fields of one element, to be given to others. */
export function getStyle(record: ElementRecord, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
  )
}

/** What each style field of the selection says: one value, or that they differ. Only fields all of them have. */
export function commonStyle(
  records: readonly ElementRecord[],
  names: readonly string[],
): Map<string, { readonly value: unknown } | 'mixed'> {
  const common = new Map<string, { readonly value: unknown } | 'mixed'>()
  for (const name of names) {
    const having = records.filter((record) => Object.hasOwn(record, name))
    if (having.length === 0 || having.length < records.length) continue
    const value = having[0]![name]
    common.set(name, having.every((record) => record[name] === value) ? { value } : 'mixed')
  }
  return common
}
