import type { RecordId } from '../document/model/record.ts'
import type { NewElement, ToolApi } from '../editor/board-view.ts'
import type { PointerInput } from '../editor/input-events.ts'
import { withMovedHandle, snapAngle } from '../editor/changes/handle-changes.ts'
import type { Vec } from '../geometry/vec.ts'
import { defineTool } from '../tool/define-tool.ts'

type State =
  | { readonly at: 'idle' }
  | { readonly at: 'pressed'; readonly from: Vec }
  | { readonly at: 'drawing'; readonly from: Vec; readonly record: NewElement }

/** Length of a line created by keyboard, page units. */
const usualLength = 160

export const line = defineTool<State>({
  id: 'line',
  keys: ['L'],
  icon: 'line',
  toolbar: { group: 'make' },
  cursor: 'crosshair',
  needs: 'add',
  makes: { kind: 'line' },
  pansAtEdge: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerDown(e, t) {
        if (!t.rights.canAdd(t.page)) return t.refuse('role')
        return t.begin('line', { at: 'pressed', from: snapped(e, t, e.point) })
      },
      keyDown(e, t) {
        if (e.key !== 'Enter' || !t.rights.canAdd(t.page)) return undefined
        const from = { x: t.middle.x - usualLength / 2, y: t.middle.y }
        return put(
          t,
          withMovedHandle(t, t.newElement('line', from), 'p1', { x: from.x + usualLength, y: from.y }),
        )
      },
    },
    pressed: {
      pointerMove: (e, t, s) =>
        e.dragged ? drawn(e, t, { ...s, record: t.newElement('line', { ...s.from }) }) : s,
      pointerUp: (_e, t) => t.abandon(),
    },
    drawing: {
      pointerMove: drawn,
      pointerUp: (_e, t, s) => put(t, s.record),
    },
  },
})

function snapped(e: PointerInput, t: ToolApi, at: Vec, own?: RecordId): Vec {
  return e.modifiers.mod ? at : t.snapping.snapPoint(t.page, at, new Set(own === undefined ? [] : [own])).at
}

function drawn(
  e: PointerInput,
  t: ToolApi,
  s: { readonly from: Vec; readonly record: NewElement },
): Extract<State, { at: 'drawing' }> {
  const to = e.modifiers.shift ? snapAngle(s.from, e.point) : snapped(e, t, e.point, s.record.id)
  const fresh = { ...t.newElement('line', { ...s.from }), id: s.record.id }
  const record = withMovedHandle(t, fresh, 'p1', to)
  t.preview([{ op: 'put', record }])
  return { at: 'drawing', from: s.from, record }
}

function put(t: ToolApi, record: NewElement): undefined {
  t.commit([{ op: 'put', record }])
  t.finishCreation([record.id])
}
