import type { RecordId } from '../document/record.ts'
import type { ToolVerbs } from '../editor/board-view.ts'
import type { PointerInput } from '../editor/input-events.ts'
import { removeChanges } from '../editor/changes/remove.ts'
import { withDescendants } from '../editor/relations.ts'
import { defineTool } from '../tool.ts'

type State = { readonly at: 'idle' } | { readonly at: 'erasing'; readonly hit: ReadonlySet<RecordId> }

/** How faint things are that will be gone when the hand lets go. */
const fading = 0.25
const reachPx = 6

/** Takes away whatever the hand crosses; Escape brings it back. */
export const eraser = defineTool<State>({
  id: 'eraser',
  keys: ['E'],
  icon: 'eraser',
  cursor: 'crosshair',
  needs: 'add',
  inks: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerDown: (e, t) => t.begin('erase', crossing(e, t, new Set())),
    },
    erasing: {
      pointerMove: (e, t, s) => crossing(e, t, s.hit),
      pointerUp: (_e, t, s) => t.commit(removeChanges(t, [...s.hit])),
    },
  },
})

function crossing(
  e: PointerInput,
  t: ToolVerbs,
  before: ReadonlySet<RecordId>,
): Extract<State, { at: 'erasing' }> {
  const picked = t.scene
    .crossed(t.page, e.path, t.px(reachPx))
    .map(t.pick)
    .filter((id) => !before.has(id) && t.rights.mayChange(id))
  if (picked.length === 0) return { at: 'erasing', hit: before }
  const hit = new Set([...before, ...picked])
  t.preview(
    withDescendants(t.document, hit)
      .filter((id) => typeof t.document.get(id)?.['opacity'] === 'number')
      .map((id) => ({ op: 'patch', id, fields: { opacity: fading } })),
  )
  return { at: 'erasing', hit }
}
