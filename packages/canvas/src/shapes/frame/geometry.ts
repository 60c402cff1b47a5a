import type { ElementRecord } from '../../document/model/record.ts'
import { containsPoint, type Box } from '../../geometry/box.ts'
import { distanceToLine } from '../../geometry/polygon.ts'
import type { Vec } from '../../geometry/vec.ts'
import { boxOutline } from '../shared/boxed.ts'

/** Border width and corner radius of frames, in page units. */
export const frameLine = 1.5
export const frameRadius = 4
export const titleSize = 16
/** From the top of the title to the top of the frame, in page units. */
export const titleHeight = 28

/** The strip above the frame for its title. */
export function titleBox(record: Box): Box {
  return { x: record.x, y: record.y - titleHeight, w: record.w, h: titleHeight }
}

/** Frames do not rotate. */
export function frameBounds(record: ElementRecord): Box {
  return { x: record.x - 1, y: record.y - titleHeight, w: record.w + 2, h: record.h + titleHeight + 1 }
}

/** Only border and title are hit, so that clicks inside reach the contents. */
export function hitFrame(record: ElementRecord, at: Vec, slack: number): boolean {
  if (containsPoint(titleBox(record), at)) return true
  return distanceToLine(at, boxOutline(record).points, true) <= slack + 1
}
