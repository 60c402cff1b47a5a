import type { Change } from '../../document/model/change.ts'
import { createKeyBetween, createKeysBetween } from '../../document/model/order-keys.ts'
import type { RecordId } from '../../document/model/record.ts'
import { containsBox, getCentre, type Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import { getAncestors, getContainer, sortByStacking, isElement, listOutermost } from '../view/relations.ts'

/** An order key above all children of the container. */
export function createTopKey(view: BoardView, parent: RecordId): string {
  return createKeyBetween(getTopKey(view, parent), null, view.random.number)
}

export function createTopKeys(view: BoardView, parent: RecordId | null, count: number): string[] {
  return createKeysBetween(getTopKey(view, parent), null, count, view.random.number)
}

function getTopKey(view: BoardView, parent: RecordId | null): string | null {
  const last = view.document.childIds(parent).at(-1)
  return last === undefined ? null : (view.document.get(last)?.z ?? null)
}

/** The topmost frame at the point to which the user can add, else the page. */
export function findContainer(view: BoardView, at: Vec, ignore: ReadonlySet<RecordId> = new Set()): RecordId {
  return listFrames(view, at, ignore)[0] ?? view.page
}

/**
 * Container of a new element: the topmost frame at its centre that contains it completely, else the page, because
 * a frame clips its contents.
 */
export function findWholeContainer(view: BoardView, box: Box): RecordId {
  const shows = (id: RecordId): boolean => {
    const frame = view.scene.getExactBounds(id)
    return frame !== undefined && containsBox(frame, box)
  }
  return listFrames(view, getCentre(box)).find(shows) ?? view.page
}

/** Frames at the point to which the user can add, topmost first. */
function listFrames(view: BoardView, at: Vec, ignore: ReadonlySet<RecordId> = new Set()): RecordId[] {
  const { document, shapes, scene } = view
  const frames: RecordId[] = []
  scene.index(view.page).search({ x: at.x, y: at.y, w: 0, h: 0 }, (id) => {
    if (getContainer(document.get(id), shapes) !== 'frame' || ignore.has(id)) return
    if (getAncestors(document, id).some((ancestor) => ignore.has(ancestor))) return
    frames.push(id)
  })
  return sortByStacking(document, frames)
    .reverse()
    .filter((id) => view.rights.canAdd(id))
}

/** Moves elements into another container, on top and in their current order. */
export function reparentChanges(view: BoardView, ids: readonly RecordId[], parent: RecordId): Change[] {
  const moving = sortByStacking(view.document, listOutermost(view.document, ids)).filter(
    (id) => id !== parent && view.document.get(id)?.parent !== parent,
  )
  const keys = createTopKeys(view, parent, moving.length)
  return moving.map((id, i) => ({ op: 'patch', id, fields: { parent, z: keys[i]! } }))
}

/**
 * After a drop: elements of a page or frame move into the frame under the pointer, or to the page. Members of a
 * group stay in it.
 */
export function dropChanges(view: BoardView, ids: readonly RecordId[], at: Vec): Change[] {
  const { document, shapes } = view
  const free = ids.filter((id) => {
    const parent = document.get(id)?.parent
    return typeof parent === 'string' && getContainer(document.get(parent), shapes) !== 'group'
  })
  const target = findContainer(view, at, new Set(ids))
  const moving = free.filter((id) => document.get(id)?.parent !== target && view.rights.canChange(id))
  return moving.length === 0 || !view.rights.canAdd(target) ? [] : reparentChanges(view, moving, target)
}

/** Elements that a new frame adopts: those of the same container that are completely inside it. */
export function listAdoptedElements(view: BoardView, box: Box, parent: RecordId): RecordId[] {
  const { document, shapes, scene, rights } = view
  return document.childIds(parent).length === 0
    ? []
    : scene
        .within(view.page, box)
        .map((id) => findOutermost(view, id, parent))
        .filter((id, i, all): id is RecordId => id !== undefined && all.indexOf(id) === i)
        .filter((id) => {
          const bounds = scene.getExactBounds(id)
          const record = document.get(id)
          const counts = isElement(record, shapes) || getContainer(record, shapes) === 'group'
          return counts && bounds !== undefined && containsBox(box, bounds) && rights.canChange(id)
        })
}

/** The ancestor-or-self of the element that is a child of `parent`. */
function findOutermost(view: BoardView, id: RecordId, parent: RecordId): RecordId | undefined {
  const path = [id, ...getAncestors(view.document, id)]
  const at = path.indexOf(parent)
  return at > 0 ? path[at - 1] : undefined
}
