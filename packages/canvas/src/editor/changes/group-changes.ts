import type { Change } from '../../document/model/change.ts'
import { createKeysBetween } from '../../document/model/order-keys.ts'
import type { RecordId } from '../../document/model/record.ts'
import { inflate } from '../../geometry/box.ts'
import type { BoardView } from '../board-view.ts'
import { getAncestors, getContainer, sortByStacking } from '../view/relations.ts'
import { createTopKey, createTopKeys } from './placement.ts'

/** Groups elements in their nearest common container, at the stacking position of the topmost. */
export function groupChanges(
  view: BoardView,
  ids: readonly RecordId[],
): { readonly changes: readonly Change[]; readonly group: RecordId } | undefined {
  const { document } = view
  const members = sortByStacking(document, ids).filter((id) => view.rights.canChange(id))
  const parent = commonContainer(view, members)
  if (members.length < 2 || parent === undefined || !view.rights.canAdd(parent)) return undefined
  const group = view.random.id()
  const kind = view.shapes.containerKind('group')
  const top = members.at(-1)!
  const z = document.get(top)?.parent === parent ? document.get(top)!.z : createTopKey(view, parent)
  const keys = createKeysBetween(null, null, members.length, view.random.number)
  const schema = view.shapes.schema(kind)
  return {
    group,
    changes: [
      { op: 'put', record: { ...schema?.defaults, id: group, kind, parent, z } },
      ...members.map((id, i): Change => ({ op: 'patch', id, fields: { parent: group, z: keys[i]! } })),
    ],
  }
}

/** Moves the children of groups to the group's container, at the group's stacking position. */
export function ungroupChanges(
  view: BoardView,
  ids: readonly RecordId[],
): { readonly changes: readonly Change[]; readonly freed: readonly RecordId[] } {
  const { document, shapes } = view
  const freed: RecordId[] = []
  const changes: Change[] = []
  for (const id of ids) {
    const group = document.get(id)
    if (!group || getContainer(group, shapes) !== 'group' || group.parent === null) continue
    if (!view.rights.canChange(id)) continue
    const children = document.childIds(id)
    const siblings = document.childIds(group.parent)
    const next = siblings[siblings.indexOf(id) + 1]
    const above = next === undefined ? null : (document.get(next)?.z ?? null)
    const keys =
      next === undefined
        ? createTopKeys(view, group.parent, children.length)
        : createKeysBetween(group.z, above, children.length, view.random.number)
    children.forEach((child, i) => {
      freed.push(child)
      changes.push({ op: 'patch', id: child, fields: { parent: group.parent, z: keys[i]! } })
    })
  }
  return { changes, freed }
}

/** Space between a new frame and its contents, page units. */
const framePadding = 32

/** Puts elements into a new frame around them, at the stacking position of the topmost. */
export function wrapInFrameChanges(
  view: BoardView,
  ids: readonly RecordId[],
): { readonly changes: readonly Change[]; readonly frame: RecordId } | undefined {
  const { document, shapes } = view
  const members = sortByStacking(document, ids).filter((id) => view.rights.canChange(id))
  const bounds = view.scene.getExactBoundsOfAll(members)
  let parent = commonContainer(view, members)
  while (parent !== undefined && getContainer(document.get(parent), shapes) === 'group')
    parent = document.get(parent)?.parent ?? undefined
  if (!bounds || parent === undefined || !view.rights.canAdd(parent)) return undefined
  const frame = view.random.id()
  const top = document.get(members.at(-1)!)
  const z = top?.parent === parent ? top.z : createTopKey(view, parent)
  const keys = createKeysBetween(null, null, members.length, view.random.number)
  const defaults = shapes.schema('frame')?.defaults
  const box = inflate(bounds, framePadding)
  const fields = { ...defaults, title: view.createFrameTitle() }
  return {
    frame,
    changes: [
      { op: 'put', record: { ...fields, id: frame, kind: 'frame', parent, z, r: 0, ...box } },
      ...members.map((id, i): Change => ({ op: 'patch', id, fields: { parent: frame, z: keys[i]! } })),
    ],
  }
}

function commonContainer(view: BoardView, ids: readonly RecordId[]): RecordId | undefined {
  const [first, ...rest] = ids.map((id) => getAncestors(view.document, id))
  return first?.find((ancestor) => rest.every((path) => path.includes(ancestor)))
}
