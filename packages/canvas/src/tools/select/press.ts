import type { RecordId } from '../../document/model/record.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { findLinkAt, findLinkMark } from '../../editor/view/found-links.ts'
import { findBindTarget } from '../../editor/changes/bind.ts'
import { getAncestors, isLocked } from '../../editor/view/relations.ts'
import { findCheckAt } from '../../editor/view/text-hits.ts'
import {
  getHandleAt,
  getHandleCursor,
  isInsideSelection,
  type SelectionHandle,
} from '../../editor/view/selection-frame.ts'
import { findPressedHandle, growFromHandle, hoverConnect, startConnect } from './connect.ts'
import { startCrop } from './crop.ts'
import { startBend, startHandle, startLabel } from './handle.ts'
import { startMarquee } from './marquee.ts'
import { startMove } from './move.ts'
import { startResize } from './resize.ts'
import { startRotate } from './rotate.ts'
import type { ConnectHandle, Idle, Pressed, State } from './states.ts'

/** Hit tolerance around strokes, CSS pixels. */
const slackPx = { mouse: 4, pen: 6, touch: 10 } as const

/** The topmost unlocked element under the pointer. */
export function hitTest(e: PointerInput, t: ToolApi): RecordId | null {
  const hits = t.scene.hits(t.page, e.point, t.px(slackPx[e.device]))
  return hits.find((id) => !isLocked(t.document, t.shapes, id)) ?? null
}

/** The locked element under the pointer, if there is no unlocked one. */
function findLocked(e: PointerInput, t: ToolApi): RecordId | null {
  if (hitTest(e, t) !== null) return null
  return t.scene.hits(t.page, e.point, t.px(slackPx[e.device]))[0] ?? null
}

/** Without a pressed button: highlights the element that a press would hit. */
export function onHover(e: PointerInput, t: ToolApi, s: Idle): Idle {
  const frame = t.frame
  const { handle, connect } = findHandles(e, t, s)
  if (connect || (frame && handle)) {
    t.hover(null)
    t.hoverLocked(null)
    t.cursor(frame && handle ? getHandleCursor(handle, frame.box.r) : 'crosshair')
    return hoverConnect(e, t, s, null, connect)
  }
  const hit = hitTest(e, t)
  const picked = hit === null ? null : t.getClickTarget(hit)
  t.hover(picked)
  t.hoverLocked(findLocked(e, t))
  if (findFollowed(e, t, hit) !== undefined || findCheck(e, t, hit)) {
    t.cursor('pointer')
    return hoverConnect(e, t, s, hit, undefined)
  }
  const canTake = picked === null ? isInsideSelection(t, e.point) : t.rights.canChange(picked)
  t.cursor(canTake ? 'move' : 'default')
  return hoverConnect(e, t, s, hit, undefined)
}

/** The handle under the pointer. Those of the selection come first, except for the zones that rotate it. */
function findHandles(
  e: PointerInput,
  t: ToolApi,
  s: Idle,
): { readonly handle?: SelectionHandle | undefined; readonly connect?: ConnectHandle | undefined } {
  const handle = t.frame ? getHandleAt(t.frame, e.point, t.px(1), e.device) : undefined
  const connect = handle && handle.type !== 'rotate' ? undefined : findPressedHandle(e, t, s.connect)
  return connect ? { connect } : { handle }
}

/** The link that a click opens: with Mod, on the mark of an element's link, or where nothing can be changed. */
function findFollowed(e: PointerInput, t: ToolApi, hit: RecordId | null): string | undefined {
  const under = findLinkMark(t, e.point) ?? hit ?? findLocked(e, t)
  const found = under === null ? undefined : findLinkAt(t, under, e.point)
  if (under === null || !found) return undefined
  const opens = e.modifiers.mod || found.part === 'mark' || !t.rights.canChange(under)
  return opens ? found.href : undefined
}

/** The check box under the pointer, if it can be ticked. */
function findCheck(e: PointerInput, t: ToolApi, hit: RecordId | null): Pressed['check'] {
  // In a hollow shape, boxes beside a centred text are not hit.
  const id = hit ?? findBindTarget(t, e.point, 0, new Set())?.id
  if (id === undefined || !t.rights.canChange(id)) return undefined
  const index = findCheckAt(t, id, e.point, t.px(slackPx[e.device]))
  return index === undefined ? undefined : { id, index }
}

export function onPress(e: PointerInput, t: ToolApi, s: Idle): State | undefined {
  t.hover(null)
  t.hoverLocked(null)
  t.clickLocked(null)
  const { handle, connect } = findHandles(e, t, s)
  if (connect) return { at: 'pressed', hit: null, handle: null, onSelection: false, chosen: true, connect }
  t.overlay(null)
  const hit = hitTest(e, t)
  if (handle) return { at: 'pressed', hit, handle, onSelection: false, chosen: true }
  const link = findFollowed(e, t, hit)
  const check = link === undefined ? findCheck(e, t, hit) : undefined
  const picked = hit === null ? null : e.modifiers.mod ? hit : t.getClickTarget(hit)
  const already = picked !== null && t.selected.includes(picked)
  if (picked !== null && !already && !e.modifiers.shift) {
    leaveGroup(t, picked)
    t.select([picked])
    return { at: 'pressed', hit, handle: null, onSelection: true, chosen: true, link, check }
  }
  const onSelection = already || (picked === null && !e.modifiers.shift && isInsideSelection(t, e.point))
  return { at: 'pressed', hit, handle: null, onSelection, chosen: false, link, check }
}

/** The pointer has moved beyond the drag threshold. */
export function onDrag(e: PointerInput, t: ToolApi, s: Pressed): State | undefined {
  if (!e.dragged) return s
  if (s.connect) return startConnect(e, t, s.connect)
  if (s.handle?.type === 'resize')
    return t.cropping === null ? startResize(e, t, s.handle.handle) : startCrop(e, t, s.handle.handle)
  if (s.handle?.type === 'rotate') return startRotate(e, t)
  if (s.handle?.type === 'handle') return startLabelOrHandle(e, t, s.handle.id)
  if (s.onSelection) {
    const bend = startBend(e, t)
    return bend ? bend.next : startMove(e, t)
  }
  if (s.hit !== null && e.modifiers.shift) {
    t.select([...t.selected, t.getClickTarget(s.hit)])
    return startMove(e, t)
  }
  return startMarquee(e, t)
}

/** A label covers the handle in the middle of its line. */
function startLabelOrHandle(e: PointerInput, t: ToolApi, id: string): State | undefined {
  const isMiddle = t.frame?.handles.find((handle) => handle.id === id)?.role === 'middle'
  return (isMiddle ? startLabel(e, t) : undefined) ?? startHandle(e, t, id)
}

/** Released without a drag. */
export function onClick(e: PointerInput, t: ToolApi, s: Pressed): undefined {
  if (s.connect) return growFromHandle(t, s.connect)
  if (s.link !== undefined && e.clicks === 1) {
    t.openLink(s.link)
    return undefined
  }
  if (s.check && !e.modifiers.shift) {
    t.toggleCheck(s.check.id, s.check.index)
    return undefined
  }
  const locked = s.handle === null ? findLocked(e, t) : null
  t.clickLocked(locked)
  // Locked text cannot be edited, but a new text can be suggested.
  if (locked !== null && e.clicks === 2) {
    if (!t.canSuggestText(locked)) return undefined
    t.clickLocked(null)
    t.editText(locked, { type: 'at', point: e.point })
    return undefined
  }
  // The handles of a line cover it, and its ends touch other shapes.
  if (e.clicks === 2)
    return doubleClicked(e, t, s.handle?.type === 'handle' ? (t.selected[0] ?? null) : s.hit)
  if (s.chosen) return undefined
  const picked = s.hit === null ? null : e.modifiers.mod ? s.hit : t.getClickTarget(s.hit)
  if (e.modifiers.shift) {
    if (picked === null) return undefined
    const without = t.selected.filter((id) => id !== picked)
    t.select(without.length < t.selected.length ? without : [...t.selected, picked])
    return undefined
  }
  if (picked === null) t.enterGroup(null)
  else leaveGroup(t, picked)
  t.select(picked === null ? [] : [picked])
  return undefined
}

/** Enters the group, then the text; on the empty page, creates a text. */
function doubleClicked(e: PointerInput, t: ToolApi, hit: RecordId | null): undefined {
  if (hit === null) {
    const [only, more] = t.selected
    // The interior of a hollow shape is not hit, but a double click there edits its text.
    if (only !== undefined && more === undefined && isInsideSelection(t, e.point) && t.canEditText(only)) {
      t.editText(only, { type: 'at', point: e.point })
      return undefined
    }
    return newText(e, t)
  }
  const group = t.getClickTarget(hit)
  if (group !== hit) {
    t.enterGroup(group)
    t.select([t.getClickTarget(hit)])
    return undefined
  }
  t.select([hit])
  if (takesText(hit, t)) t.editText(hit, { type: 'at', point: e.point })
  else if (!t.crop(hit)) t.editTitle(hit)
  return undefined
}

/** Whether its text can be edited, or a new one suggested. */
export function takesText(id: RecordId, t: ToolApi): boolean {
  return t.canEditText(id) || t.canSuggestText(id)
}

function newText(e: PointerInput, t: ToolApi): undefined {
  const canAdd = t.rights.canAdd(t.page)
  // Adding a text has precedence over suggesting one for the surrounding shape.
  const hollow = hitsHollowAround(e, t, (id) => (canAdd ? t.canEditText(id) : t.canSuggestText(id)))
  if (hollow !== undefined) {
    t.select([hollow])
    t.editText(hollow, { type: 'at', point: e.point })
  } else if (canAdd) t.writeText(e.point)
  return undefined
}

/** The smallest shape with a text whose interior contains the pointer, among the editable ones. */
function hitsHollowAround(
  e: PointerInput,
  t: ToolApi,
  canWrite: (id: RecordId) => boolean,
): RecordId | undefined {
  const found: { id: RecordId; size: number }[] = []
  t.scene.index(t.page).search({ x: e.point.x, y: e.point.y, w: 0, h: 0 }, (id, bounds) => {
    const record = t.document.get(id)
    const facets = t.shapes.get(record?.kind ?? '')?.schema.facets
    if (!facets?.text || facets.connects || !canWrite(id)) return
    found.push({ id, size: bounds.w * bounds.h })
  })
  return found.sort((a, b) => a.size - b.size)[0]?.id
}

/** A click outside of the entered group leaves it. */
function leaveGroup(t: ToolApi, picked: RecordId): void {
  const inside = t.insideGroup
  if (inside !== null && !getAncestors(t.document, picked).includes(inside)) t.enterGroup(null)
}
