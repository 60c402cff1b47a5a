import type { Box } from '../../geometry/box.ts'
import { getRotatedBounds, inflate } from '../../geometry/box.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { EdgeTrace } from '../../shape.ts'

/** Corner radius in page units. */
export const stickyRadius = 3
/** How far the shadow extends beyond the note, in page units. */
const shadowReach = 18

export function stickyBounds(record: ElementRecord): Box {
  return getRotatedBounds(inflate(record, shadowReach), record.r)
}

export function stickyTrace(): EdgeTrace {
  return { form: 'box', radius: stickyRadius, width: 0 }
}

/** Area for the text. */
export function stickyRoom(record: ElementRecord): Box {
  return inflate(record, -Math.min(14, record.w * 0.08, record.h * 0.08))
}
