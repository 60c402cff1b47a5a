import type { RecordId } from '../document/model/record.ts'
import type { ToolApi } from '../editor/board-view.ts'
import type { BindTarget } from '../editor/changes/bind.ts'
import type { PointerInput } from '../editor/input-events.ts'
import { getCentre } from '../geometry/box.ts'
import { defineTool } from '../tool/define-tool.ts'
import {
  connectorKind,
  createConnection,
  drawConnection,
  findEnd,
  showTarget,
  type Connection,
} from '../tool/draw-connection.ts'

type State =
  | { readonly at: 'idle' }
  | ({ readonly at: 'pressed' } & Connection)
  | ({ readonly at: 'drawing' } & Connection)

const usualLength = 160

/** Draws connectors whose ends attach to shapes; Mod disables attaching. */
export const connector = defineTool<State>({
  id: 'connector',
  keys: ['A', 'X'],
  icon: 'arrow-up-right',
  toolbar: { group: 'make', narrow: true },
  cursor: 'crosshair',
  needs: 'add',
  makes: { kind: connectorKind },
  pansAtEdge: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerMove(e, t) {
        showTarget(t, findEnd(e, t, new Set()))
        return undefined
      },
      pointerDown(e, t) {
        if (!t.rights.canAdd(t.page)) return t.refuse('role')
        const start = findEnd(e, t, new Set())
        const from = start?.at ?? e.point
        return t.begin('connect', { at: 'pressed', from, start, id: t.random.id(), changes: [] })
      },
      keyDown(e, t) {
        if (e.key === 'Enter' && t.rights.canAdd(t.page)) insertByKeyboard(t)
        return undefined
      },
    },
    pressed: {
      pointerMove: (e, t, s) => (e.dragged ? drawn(e, t, s) : s),
      pointerUp: (_e, t) => t.abandon(),
    },
    drawing: {
      pointerMove: drawn,
      pointerUp(_e, t, s) {
        t.commit(s.changes)
        t.finishCreation([s.id])
        return undefined
      },
    },
  },
})

function drawn(e: PointerInput, t: ToolApi, s: Connection): Extract<State, { at: 'drawing' }> {
  return { at: 'drawing', ...drawConnection(e, t, s) }
}

/** Connects two selected shapes, or inserts a free connector at the centre of the view. */
function insertByKeyboard(t: ToolApi): void {
  const [first, second, more] = t.selected
  const id = t.random.id()
  const whole = (target: RecordId): BindTarget => ({ id: target, u: 0.5, v: 0.5, at: null })
  const bindable = (target: RecordId | undefined): target is RecordId =>
    t.shapes.get(t.document.get(target ?? '')?.kind ?? '')?.schema.facets.bindable === true
  if (bindable(first) && bindable(second) && more === undefined) {
    const from = getCentre(t.scene.getExactBounds(first)!)
    t.commit(
      createConnection(
        t,
        { from, start: whole(first), id },
        getCentre(t.scene.getExactBounds(second)!),
        whole(second),
      ),
    )
  } else {
    const from = { x: t.middle.x - usualLength / 2, y: t.middle.y }
    t.commit(
      createConnection(t, { from, start: undefined, id }, { x: from.x + usualLength, y: from.y }, undefined),
    )
  }
  t.finishCreation([id])
}
