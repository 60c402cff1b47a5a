import { defineTool } from '../tool/define-tool.ts'
import { getBoxBetween } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'

type State =
  | { readonly at: 'idle' }
  | { readonly at: 'pressed' }
  | { readonly at: 'widening'; readonly from: Vec; readonly to: Vec }

/** Creates a standalone text: as wide as its content with a click, or dragged to a wrapping width. */
export const text = defineTool<State>({
  id: 'text',
  keys: ['T'],
  icon: 'typography',
  toolbar: { group: 'make', narrow: true },
  cursor: 'text',
  needs: 'add',
  makes: { kind: 'text' },
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerDown(e, t) {
        const [hit] = t.scene.hits(t.page, e.point, t.px(2))
        if (hit !== undefined && t.canEditText(hit)) {
          t.finishCreation([hit])
          t.editText(hit, { type: 'at', point: e.point })
          return undefined
        }
        if (!t.rights.canAdd(t.page)) return t.refuse('role')
        return t.begin('text', { at: 'pressed' })
      },
      keyDown(e, t) {
        if (e.key === 'Enter' && t.rights.canAdd(t.page)) t.writeText(t.middle)
        return undefined
      },
    },
    pressed: {
      pointerMove: (e, _t, s) => (e.dragged ? { at: 'widening', from: e.origin, to: e.point } : s),
      pointerUp(e, t) {
        t.writeText(e.point)
        return undefined
      },
    },
    widening: {
      pointerMove(e, t, s) {
        t.overlay({ marquee: getBoxBetween(s.from, e.point) })
        return { at: 'widening', from: s.from, to: e.point }
      },
      pointerUp(_e, t, s) {
        t.overlay(null)
        t.writeText({ x: Math.min(s.from.x, s.to.x), y: s.from.y }, Math.abs(s.to.x - s.from.x))
        return undefined
      },
    },
  },
})
