import type { Vec } from '../geometry/vec.ts'
import { defineTool } from '../tool/define-tool.ts'

type State = { readonly at: 'idle' } | { readonly at: 'pushing'; readonly last: Vec }

export const hand = defineTool<State>({
  id: 'hand',
  keys: ['H'],
  icon: 'hand-stop',
  toolbar: { group: 'move' },
  cursor: 'grab',
  needs: 'look',
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerDown(e, t) {
        t.cursor('grabbing')
        return { at: 'pushing', last: e.screen }
      },
    },
    pushing: {
      pointerMove(e, t, s) {
        t.panBy(e.screen.x - s.last.x, e.screen.y - s.last.y)
        return { at: 'pushing', last: e.screen }
      },
      pointerUp(_e, t) {
        t.cursor('grab')
        return undefined
      },
    },
  },
})
