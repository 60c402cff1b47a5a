import type { Change } from '../../document/model/change.ts'
import type { BoardRecord, LiveDocument, RecordId } from '../../document/model/record.ts'
import { getContainer, isElement, type Shapes } from '../view/relations.ts'

/** What an edit did, for announcements. */
export type EditAction = 'created' | 'deleted' | 'moved' | 'resized' | 'rotated' | 'changed'

export interface EditSummary {
  readonly action: EditAction
  /** Number of elements and groups; contents of what was deleted or moved count with it. */
  readonly count: number
  /** The element, as it was before it was deleted, if there is exactly one. */
  readonly record: BoardRecord | undefined
}

interface SummaryView {
  readonly document: LiveDocument
  readonly shapes: Shapes
}

/** In this order the first action that occurs names the edit: a group that is made also moves its contents. */
const order: readonly EditAction[] = ['created', 'deleted', 'rotated', 'resized', 'moved', 'changed']

/** Larger lists are only counted: a drop of a whole board must stay within a frame. */
const mostInspected = 1_000

/** Describes changes before they are applied; undefined if they concern no element. */
export function summarizeChanges(
  { document, shapes }: SummaryView,
  changes: readonly Change[],
): EditSummary | undefined {
  for (const change of changes) {
    if ((change.op === 'translate' || change.op === 'remove') && change.ids.length > mostInspected)
      return {
        action: change.op === 'translate' ? 'moved' : 'deleted',
        count: change.ids.length,
        record: undefined,
      }
  }
  const byAction = new Map<EditAction, Set<RecordId>>()
  const created = new Map<RecordId, BoardRecord>()
  const counts = (record: BoardRecord | undefined): boolean =>
    isElement(record, shapes) || getContainer(record, shapes) === 'group'
  const add = (action: EditAction, id: RecordId): void => {
    if (!created.has(id) && !counts(document.getUnmoved(id))) return
    const ids = byAction.get(action)
    if (ids) ids.add(id)
    else byAction.set(action, new Set([id]))
  }
  for (const change of changes) {
    switch (change.op) {
      case 'put': {
        const record = { ...change.record, by: '', made: 0 }
        if (!counts(record)) break
        created.set(record.id, record)
        add('created', record.id)
        break
      }
      case 'remove':
        for (const id of change.ids) add('deleted', id)
        break
      case 'restore':
        for (const id of change.ids) add('created', id)
        break
      case 'translate':
        for (const id of change.ids) add('moved', id)
        break
      case 'append':
        // A stroke is complete with its last piece.
        if (change.last) add('created', change.id)
        break
      case 'patch':
        add(getPatchAction(document.get(change.id), change.fields), change.id)
        break
      case 'text':
        add('changed', change.id)
    }
  }
  const action = order.find((each) => byAction.has(each))
  const ids = action && byAction.get(action)
  if (!action || !ids) return undefined
  const tops = [...ids].filter((id) => {
    const parent = (created.get(id) ?? document.getUnmoved(id))?.parent ?? null
    return parent === null || !ids.has(parent)
  })
  const connects = (id: RecordId): boolean =>
    shapes.schema(created.get(id)?.kind ?? '')?.facets.connects === true
  // The connector to a new node is part of it.
  const nodes = tops.filter((id) => !connects(id))
  const counted = nodes.length === 1 ? nodes : tops
  const [first] = counted
  const isOne = counted.length === 1 && first !== undefined
  return {
    action,
    count: counted.length,
    record: isOne ? (created.get(first) ?? document.get(first)) : undefined,
  }
}

function getPatchAction(
  record: BoardRecord | undefined,
  fields: Readonly<Record<string, unknown>>,
): EditAction {
  const differs = (name: string): boolean => name in fields && fields[name] !== record?.[name]
  if (differs('r')) return 'rotated'
  if (differs('w') || differs('h')) return 'resized'
  return differs('x') || differs('y') ? 'moved' : 'changed'
}
