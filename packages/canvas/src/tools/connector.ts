import type { Change } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { NewElement, ToolApi } from '../editor/board-view.ts'
import { bindChanges, findBindTarget, type BindTarget } from '../editor/changes/bind.ts'
import { withMovedHandle, snapAngle } from '../editor/changes/handle-changes.ts'
import type { PointerInput } from '../editor/input-events.ts'
import { getCentre } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import { defineTool } from '../tool/define-tool.ts'

interface Drawing {
  readonly from: Vec
  readonly start: BindTarget | undefined
  readonly id: RecordId
  readonly changes: readonly Change[]
}

type State =
  { readonly at: 'idle' } | ({ readonly at: 'pressed' } & Drawing) | ({ readonly at: 'drawing' } & Drawing)

/** Maximum distance from an outline at which an end attaches to that point, CSS pixels. */
const reachPx = 12
const usualLength = 160

/** Draws connectors whose ends attach to shapes; Mod disables attaching. */
export const connector = defineTool<State>({
  id: 'connector',
  keys: ['A', 'X'],
  icon: 'arrow-up-right',
  toolbar: { group: 'make', narrow: true },
  cursor: 'crosshair',
  needs: 'add',
  makes: { kind: 'connector' },
  pansAtEdge: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerMove(e, t) {
        showTarget(t, placeAt(e, t, new Set()))
        return undefined
      },
      pointerDown(e, t) {
        if (!t.rights.canAdd(t.page)) return t.refuse('role')
        const start = placeAt(e, t, new Set())
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

function placeAt(e: PointerInput, t: ToolApi, ignore: ReadonlySet<RecordId>): BindTarget | undefined {
  return e.modifiers.mod ? undefined : findBindTarget(t, e.point, t.px(reachPx), ignore)
}

function showTarget(t: ToolApi, position: BindTarget | undefined): void {
  t.overlay(position ? { bindTarget: { id: position.id, at: position.at }, hideFrame: true } : null)
}

function drawn(e: PointerInput, t: ToolApi, s: Drawing): Extract<State, { at: 'drawing' }> {
  const end = placeAt(e, t, new Set(s.start ? [s.id, s.start.id] : [s.id]))
  const to = end?.at ?? (e.modifiers.shift ? snapAngle(s.from, e.point) : e.point)
  const changes = createConnection(t, s, to, end)
  t.preview(changes)
  showTarget(t, end)
  return { at: 'drawing', from: s.from, start: s.start, id: s.id, changes }
}

function createConnection(
  t: ToolApi,
  s: { readonly from: Vec; readonly start: BindTarget | undefined; readonly id: RecordId },
  to: Vec,
  end: BindTarget | undefined,
): Change[] {
  const bare: NewElement = { ...t.newElement('connector', { ...s.from }), id: s.id }
  return [
    { op: 'put', record: withMovedHandle(t, bare, 'end', to) },
    ...(s.start ? bindChanges(t, s.id, 'start', s.start) : []),
    ...(end ? bindChanges(t, s.id, 'end', end) : []),
  ]
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
