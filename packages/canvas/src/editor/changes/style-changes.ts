import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { BoardView } from '../board-view.ts'
import { isElement, withDescendants } from '../view/relations.ts'

/**
 * Sets style fields on all selected elements that have them, with dependent fields (such as the fitted text of a
 * note).
 */
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

/** The fields that this kind has and that differ. */
function ownFields(view: BoardView, record: ElementRecord, fields: Fields): Fields {
  const props = view.shapes.schema(record.kind)?.props
  const own: Record<string, unknown> = {}
  if (!props) return own
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(props.shape, name) || record[name] === value) continue
    // Kinds allow different values (a sticky note always has a colour).
    if (props.shape[name]!.safeParse(value).success) own[name] = value
  }
  return own
}

/** Style fields of an element, for copying. */
export function getStyle(record: ElementRecord, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
  )
}

/** Value of each style field that all records have, or 'mixed'. */
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
