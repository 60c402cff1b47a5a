import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { BoardView } from '../board-view.ts'
import { isElement, withDescendants, type Shapes } from '../view/relations.ts'

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
    if (!Object.hasOwn(props.shape, name) || getStyleValue(record, name, view.shapes) === value) continue
    // Kinds allow different values (a sticky note always has a colour).
    if (props.shape[name]!.safeParse(value).success) own[name] = value
  }
  return own
}

/** Style fields of an element, for copying. */
export function getStyle(record: ElementRecord, names: readonly string[], shapes: Shapes): Fields {
  const values = names.map((name) => [name, getStyleValue(record, name, shapes)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Value of each style field that any record has, common to those that have it, or 'mixed'. */
export function commonStyle(
  records: readonly ElementRecord[],
  names: readonly string[],
  shapes: Shapes,
): Map<string, { readonly value: unknown } | 'mixed'> {
  const common = new Map<string, { readonly value: unknown } | 'mixed'>()
  for (const name of names) {
    const values = records
      .map((record) => getStyleValue(record, name, shapes))
      .filter((value) => value !== undefined)
    const [value] = values
    if (value === undefined) continue
    common.set(name, values.every((other) => other === value) ? { value } : 'mixed')
  }
  return common
}

/** Optional fields that a record lacks have their default value. */
function getStyleValue(record: ElementRecord, name: string, shapes: Shapes): unknown {
  return record[name] ?? shapes.schema(record.kind)?.defaults[name]
}
