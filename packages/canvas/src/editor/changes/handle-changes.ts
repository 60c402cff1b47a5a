import type { ElementRecord } from '../../document/model/record.ts'
import { getAngle, distance, type Vec } from '../../geometry/vec.ts'
import type { BoardView, NewElement } from '../board-view.ts'

/** A new element with one of its handles moved to a point. */
export function withMovedHandle(view: BoardView, record: NewElement, handle: string, to: Vec): NewElement {
  const whole: ElementRecord = { ...record, by: '', made: 0 }
  const fields = view.shapes.get(record.kind)?.edit?.moveHandle?.(whole, handle, to, view.scene.view) ?? {}
  return { ...record, ...fields }
}

const stepDegrees = 15

/** The point at the same distance at the nearest multiple of 15 degrees. */
export function snapAngle(from: Vec, to: Vec): Vec {
  const length = distance(from, to)
  const radians = (Math.round(getAngle(from, to) / stepDegrees) * stepDegrees * Math.PI) / 180
  return { x: from.x + Math.cos(radians) * length, y: from.y + Math.sin(radians) * length }
}
