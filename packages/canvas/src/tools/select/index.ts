import { defineTool } from '../../tool/define-tool.ts'
import { finishConnect, updateConnect } from './connect.ts'
import { updateCrop } from './crop.ts'
import { updateHandle } from './handle.ts'
import { updateMarquee } from './marquee.ts'
import { finishMove, updateMove } from './move.ts'
import { onClick, onDrag, onHover, onPress, takesText } from './press.ts'
import { updateResize } from './resize.ts'
import { updateRotate } from './rotate.ts'
import type { State } from './states.ts'

/** The default tool: selects, moves, resizes and rotates. Each gesture has its own file. */
export const select = defineTool<State>({
  id: 'select',
  keys: ['V'],
  icon: 'pointer',
  toolbar: { group: 'move', narrow: true },
  cursor: 'default',
  needs: 'look',
  pansAtEdge: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerMove: onHover,
      pointerDown: onPress,
      keyDown(_e, t) {
        const [only, more] = t.selected
        if (only === undefined || more !== undefined) return undefined
        if (takesText(only, t)) t.editText(only, { type: 'all' })
        else if (!t.crop(only)) t.editTitle(only)
        return undefined
      },
    },
    pressed: { pointerMove: onDrag, pointerUp: onClick },
    moving: { pointerMove: updateMove, pointerUp: finishMove },
    resizing: { pointerMove: updateResize, pointerUp: (_e, t, s) => t.commit(s.changes) },
    cropping: { pointerMove: updateCrop, pointerUp: (_e, t, s) => t.commit(s.changes) },
    rotating: { pointerMove: updateRotate, pointerUp: (_e, t, s) => t.commit(s.changes) },
    handling: { pointerMove: updateHandle, pointerUp: (_e, t, s) => t.commit(s.changes) },
    connecting: { pointerMove: updateConnect, pointerUp: finishConnect },
    marquee: { pointerMove: updateMarquee, pointerUp: (_e, t) => t.abandon() },
  },
  leave(t) {
    t.hover(null)
    t.hoverLocked(null)
    t.clickLocked(null)
  },
})
