import type { Change, Refusal } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import { duplicateChanges, offsetInsertion } from '../../editor/changes/copy.ts'
import { moveChanges, getMoveSet, patchedMoveLimit } from '../../editor/changes/move-changes.ts'
import { findContainer, dropChanges } from '../../editor/changes/placement.ts'
import { getContentsRefusal } from './contents-refusal.ts'
import { listCreatedIds } from '../../editor/input/gesture.ts'
import { roundValue } from '../../editor/changes/round.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { translateBox } from '../../geometry/box.ts'
import type { Moving } from './states.ts'

/** With more copies, they are only shown when created. */
const shownCopies = 500
/** Larger selections use indexed bounds including stroke widths for alignment. */
const exactBoxes = 1_000
/** Larger moves are not previewed to other users. */
const sharedMoves = 500

/** Starts dragging the movable elements of the selection. */
export function startMove(e: PointerInput, t: ToolApi): Moving | undefined {
  const free = t.rights.filterChangeable(t.selected, t.chosen.summary)
  const refused = free.length === 0 ? refusalOfAll(t) : undefined
  if (refused && !t.rights.canSuggest) return t.refuse(refused.refused, refused.id)
  const ids = refused ? t.selected : free
  const box = ids.length > exactBoxes ? t.scene.boundsOfAll(ids) : t.scene.getExactBoundsOfAll(ids)
  if (!box) return undefined
  const refusal = refused ? undefined : getContentsRefusal(t, ids)
  if (refusal) return t.refuse(refusal.refused, refusal.id)
  const moveSet = getMoveSet(t, ids)
  const start: Moving = {
    at: 'moving',
    moveSet,
    ids,
    box,
    own: moveSet.all,
    copies: undefined,
    dx: 0,
    dy: 0,
    copying: false,
    refused,
  }
  return updateMove(e, t, t.begin('move', start))
}

function refusalOfAll(t: ToolApi): Refusal | undefined {
  for (const id of t.selected) {
    const refusal = t.rights.getRefusal(id)
    if (refusal) return refusal
  }
  return undefined
}

export function updateMove(e: PointerInput, t: ToolApi, s: Moving): Moving {
  let dx = e.point.x - e.origin.x
  let dy = e.point.y - e.origin.y
  if (e.modifiers.shift) {
    if (Math.abs(dx) >= Math.abs(dy)) dy = 0
    else dx = 0
  }
  const box = translateBox(s.box, dx, dy)
  const snap = e.modifiers.mod
    ? undefined
    : t.snapping.snap({
        page: t.page,
        box,
        xs: e.modifiers.shift && dx === 0 ? [] : ['left', 'centre', 'right'],
        ys: e.modifiers.shift && dy === 0 ? [] : ['top', 'centre', 'bottom'],
        ignore: s.copies ? new Set([...s.own, ...listCreatedIds(s.copies.changes)]) : s.own,
      })
  const next: Moving = {
    ...s,
    dx: roundValue(dx + (snap?.dx ?? 0)),
    dy: roundValue(dy + (snap?.dy ?? 0)),
    copying: e.modifiers.alt && !s.refused,
  }
  const target = findContainer(t, e.point, s.own)
  t.overlay({
    hideFrame: true,
    guides: snap?.guides ?? [],
    gaps: snap?.gaps ?? [],
    ...(target === t.page || isCurrentContainer(t, s, target) || getDropRefusal(t, s, target)
      ? {}
      : { dropTarget: target }),
  })
  return next.copying ? showCopies(t, next) : showMove(t, s, next)
}

/** The refusal for dropping into a frame from which the user could not remove the elements again. */
function getDropRefusal(t: ToolApi, s: Moving, target: RecordId): Refusal | undefined {
  if (s.refused || s.copying || s.ids.length > patchedMoveLimit) return undefined
  const coming = s.ids.filter((id) => t.document.get(id)?.parent !== target)
  return coming.length === 0 ? undefined : t.rights.getPlacingRefusal(coming, target)
}

function isCurrentContainer(t: ToolApi, s: Moving, target: RecordId): boolean {
  return s.ids.every((id) => t.document.get(id)?.parent === target)
}

function showMove(t: ToolApi, before: Moving, s: Moving): Moving {
  if (before.copying) t.preview([])
  const { moveSet, dx, dy } = s
  if (moveSet.releasedBindings.length > 0) {
    t.preview(moveChanges(t, moveSet, dx, dy))
    return s
  }
  const shared =
    s.refused || moveSet.ids.length > sharedMoves
      ? undefined
      : (): readonly Change[] => moveChanges(t, moveSet, dx, dy)
  t.startDrag({ ids: moveSet.dragged, attachedConnectors: moveSet.followingConnectors, dx, dy }, shared)
  return s
}

function showCopies(t: ToolApi, s: Moving): Moving {
  const copies = s.copies ?? duplicateChanges(t, s.ids, { dx: 0, dy: 0 })
  t.startDrag({ ids: s.moveSet.dragged, attachedConnectors: s.moveSet.followingConnectors, dx: 0, dy: 0 })
  if (copies.changes.length <= shownCopies) t.preview(offsetInsertion(copies, s).changes)
  return { ...s, copies }
}

export function finishMove(e: PointerInput, t: ToolApi, s: Moving): undefined {
  if (s.copying && s.copies) {
    const { changes, tops } = offsetInsertion(s.copies, s)
    t.commit(changes)
    t.select(tops)
    return undefined
  }
  if (s.dx === 0 && s.dy === 0) return t.abandon()
  if (s.refused) {
    const { refused, id } = s.refused
    t.abandon()
    return t.refuse(refused, id, moveChanges(t, s.moveSet, s.dx, s.dy))
  }
  const refusal = getDropRefusal(t, s, findContainer(t, e.point, s.own))
  if (refusal) {
    t.abandon()
    return t.refuse(refusal.refused, refusal.id, moveChanges(t, s.moveSet, s.dx, s.dy))
  }
  const drop = s.ids.length <= patchedMoveLimit ? dropChanges(t, s.ids, e.point) : []
  return t.commit([...moveChanges(t, s.moveSet, s.dx, s.dy), ...drop])
}
