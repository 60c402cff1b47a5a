import type { Change, Fields } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { NewElement, ToolApi } from '../editor/board-view.ts'
import { roundBox } from '../editor/changes/round.ts'
import type { PointerInput } from '../editor/input-events.ts'
import type { Tool, ToolbarPosition } from '../editor/tool.ts'
import { getBoxBetween, type Box } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import { defineTool } from './define-tool.ts'

export interface DragToCreate {
  readonly id: string
  readonly kind: string
  /** Translation key; default `tools.<id>`. */
  readonly labelKey?: string
  readonly keys: readonly string[]
  readonly icon: string
  readonly toolbar: ToolbarPosition
  /** Size of an element created by a click or the keyboard, page units. */
  readonly size: { readonly w: number; readonly h: number }
  /** Differences from the kind's defaults. */
  readonly fields?: Fields
  /** Further differences, which depend on the board; read once per element. */
  readonly getFields?: (t: ToolApi) => Fields
  /** Keeps the aspect ratio of `size` while dragging. */
  readonly ratio?: boolean
  readonly then?: 'editText'
  /** Further changes of the same edit, such as adopting the contents of a frame. */
  readonly along?: (t: ToolApi, record: NewElement) => readonly Change[]
}

type CreateState =
  | { readonly at: 'idle' }
  | { readonly at: 'pressed'; readonly from: Vec }
  | { readonly at: 'drawing'; readonly from: Vec; readonly fields: Fields; readonly record: NewElement }

/** A tool that creates a box: by dragging, or with a click in its default size. */
export function dragToCreate(definition: DragToCreate): Tool {
  const { id, kind, size, then, along, getFields = () => ({}) } = definition
  const put = (t: ToolApi, record: NewElement): undefined => {
    t.commit([{ op: 'put', record }, ...(along?.(t, record) ?? [])])
    t.finishCreation([record.id], then)
  }
  const putAround = (t: ToolApi, centre: Vec): undefined =>
    put(
      t,
      t.newElement(kind, { ...getFields(t), x: centre.x - size.w / 2, y: centre.y - size.h / 2, ...size }),
    )
  const snapped = (e: PointerInput, t: ToolApi, at: Vec, own?: RecordId): Vec =>
    e.modifiers.mod ? at : t.snapping.snapPoint(t.page, at, new Set(own === undefined ? [] : [own])).at

  return defineTool<CreateState>({
    id,
    ...(definition.labelKey !== undefined && { labelKey: definition.labelKey }),
    icon: definition.icon,
    toolbar: definition.toolbar,
    keys: definition.keys,
    cursor: 'crosshair',
    needs: 'add',
    makes: { kind, fields: definition.fields ?? {} },
    pansAtEdge: true,
    initial: { at: 'idle' },
    states: {
      idle: {
        pointerDown(e, t) {
          if (!t.rights.canAdd(t.page)) return t.refuse('role')
          return t.begin('create', { at: 'pressed', from: snapped(e, t, e.point) })
        },
        keyDown(e, t) {
          if (e.key === 'Enter' && t.rights.canAdd(t.page)) putAround(t, t.middle)
          return undefined
        },
      },
      pressed: {
        pointerMove(e, t, s) {
          if (!e.dragged) return s
          const fields = getFields(t)
          const record = t.newElement(kind, { ...fields, ...s.from, w: 0, h: 0 })
          return grown(e, t, { at: 'drawing', from: s.from, fields, record })
        },
        pointerUp: (e, t) => putAround(t, e.origin),
      },
      drawing: { pointerMove: grown, pointerUp: (_e, t, s) => put(t, s.record) },
    },
  })

  function grown(
    e: PointerInput,
    t: ToolApi,
    s: Extract<CreateState, { at: 'drawing' }>,
  ): Extract<CreateState, { at: 'drawing' }> {
    const to = snapped(e, t, e.point, s.record.id)
    const shape = definition.ratio ? size.w / size.h : e.modifiers.shift ? 1 : undefined
    const box = draggedBox(s.from, to, shape, e.modifiers.alt)
    // Created again at every step, because its container depends on its centre.
    const record = { ...t.newElement(kind, { ...s.fields, ...roundBox(box) }), id: s.record.id }
    t.preview([{ op: 'put', record }])
    t.overlay({
      readout: { at: e.point, text: `${Math.round(box.w)} × ${Math.round(box.h)}` },
      hideFrame: true,
    })
    return { ...s, record }
  }
}

/** The box between start and end of a drag; `ratio` is width to height. */
export function draggedBox(from: Vec, to: Vec, ratio: number | undefined, fromCentre: boolean): Box {
  let dx = to.x - from.x
  let dy = to.y - from.y
  if (ratio !== undefined) {
    const w = Math.max(Math.abs(dx), Math.abs(dy) * ratio)
    dx = (dx < 0 ? -1 : 1) * w
    dy = (dy < 0 ? -1 : 1) * (w / ratio)
  }
  const corner = { x: from.x + dx, y: from.y + dy }
  return getBoxBetween(fromCentre ? { x: from.x - dx, y: from.y - dy } : from, corner)
}
