import type { RecordId } from '../../document/model/record.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { getBoxBetween } from '../../geometry/box.ts'
import { isLocked } from '../../editor/view/relations.ts'
import type { Marquee } from './states.ts'

export function startMarquee(e: PointerInput, t: ToolApi): Marquee {
  const base = e.modifiers.shift ? t.selected : []
  if (!e.modifiers.shift) t.select([])
  return updateMarquee(e, t, { at: 'marquee', base })
}

export function updateMarquee(e: PointerInput, t: ToolApi, s: Marquee): Marquee {
  const box = getBoxBetween(e.origin, e.point)
  t.overlay({ marquee: box })
  const picked = new Set<RecordId>(s.base)
  for (const id of t.scene.within(t.page, box)) {
    if (!isLocked(t.document, t.shapes, id)) picked.add(t.getClickTarget(id))
  }
  t.select([...picked])
  return s
}
