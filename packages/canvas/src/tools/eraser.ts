import type { RecordId } from '../document/model/record.ts'
import type { ToolApi } from '../editor/board-view.ts'
import type { PointerInput } from '../editor/input-events.ts'
import { removeChanges } from '../editor/changes/remove.ts'
import { withDescendants } from '../editor/view/relations.ts'
import type { Vec } from '../geometry/vec.ts'
import { defineTool } from '../tool/define-tool.ts'

interface Erasing {
  readonly at: 'erasing'
  readonly hit: ReadonlySet<RecordId>
  /** Last pointer position; movement between events counts as a straight line. */
  readonly last: Vec
}

type State = { readonly at: 'idle' } | Erasing

/** Opacity of elements that will be erased on release. */
const fading = 0.25
const reachPx = 6

/** Erases elements that the pointer crosses; Escape restores them. */
export const eraser = defineTool<State>({
  id: 'eraser',
  keys: ['E'],
  icon: 'eraser',
  toolbar: { group: 'make', narrow: true },
  cursor: 'crosshair',
  needs: 'add',
  inks: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerDown(e, t) {
        t.begin('erase', undefined)
        return eraseCrossed(e, t, { at: 'erasing', hit: new Set(), last: e.point })
      },
    },
    erasing: {
      pointerMove: eraseCrossed,
      pointerUp: (_e, t, s) => t.commit(removeChanges(t, [...s.hit])),
    },
  },
})

function eraseCrossed(e: PointerInput, t: ToolApi, s: Erasing): Erasing {
  const picked = t.scene
    .crossed(t.page, [s.last, ...e.path], t.px(reachPx))
    .map(t.getClickTarget)
    .filter((id) => !s.hit.has(id) && t.rights.canChange(id))
  if (picked.length === 0) return { ...s, last: e.point }
  const hit = new Set([...s.hit, ...picked])
  t.preview(
    withDescendants(t.document, hit)
      .filter((id) => typeof t.document.get(id)?.['opacity'] === 'number')
      .map((id) => ({ op: 'patch', id, fields: { opacity: fading } })),
  )
  return { at: 'erasing', hit, last: e.point }
}
