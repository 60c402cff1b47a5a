import type { Box } from '../../geometry/box.ts'
import { getRotatedBounds, inflate } from '../../geometry/box.ts'
import type { ElementRecord } from '../../document/model/record.ts'

/** How far the shadow reaches beyond the note, in page units. */
const shadowReach = 18

export function stickyBounds(record: ElementRecord): Box {
  return getRotatedBounds(inflate(record, shadowReach), record.r)
}

/** The room for its text. */
export function stickyRoom(record: ElementRecord): Box {
  return inflate(record, -Math.min(14, record.w * 0.08, record.h * 0.08))
}
