import { defineTool } from '../../tool/define-tool.ts'
import { handled } from './handle.ts'
import { stretched } from './marquee.ts'
import { dropped, moved } from './move.ts'
import { clicked, dragged, hovered, pressed, takesText } from './press.ts'
import { resized } from './resize.ts'
import { rotated } from './rotate.ts'
import type { State } from './states.ts'

/** The default tool: selects, moves, resizes and rotates. Each gesture has its own file. */
export const select = defineTool<State>({
  id: 'select',
  keys: ['V'],
  icon: 'pointer',
  toolbar: { group: 'move', narrow: true },
  cursor: 'default',
  needs: 'look',
  pushesEdge: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerMove: hovered,
      pointerDown: pressed,
      keyDown(_e, t) {
        const [only, more] = t.selected
        if (only === undefined || more !== undefined) return undefined
        if (takesText(only, t)) t.editText(only, { type: 'all' })
        else t.editTitle(only)
        return undefined
      },
    },
    pressed: { pointerMove: dragged, pointerUp: clicked },
    moving: { pointerMove: moved, pointerUp: dropped },
    resizing: { pointerMove: resized, pointerUp: (_e, t, s) => t.commit(s.changes) },
    rotating: { pointerMove: rotated, pointerUp: (_e, t, s) => t.commit(s.changes) },
    handling: { pointerMove: handled, pointerUp: (_e, t, s) => t.commit(s.changes) },
    marquee: { pointerMove: stretched, pointerUp: (_e, t) => t.abandon() },
  },
  leave(t) {
    t.hover(null)
    t.hoverLocked(null)
    t.clickLocked(null)
  },
})
