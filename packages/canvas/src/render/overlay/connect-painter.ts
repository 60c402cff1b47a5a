import { directions, directionVectors, getConnectHandlePoint } from '../../editor/view/connect-handles.ts'
import type { ConnectHandles, Direction } from '../../editor/view/overlay.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { OverlayColors } from './overlay-colors.ts'
import { lineWidth, type OverlayView } from './overlay-view.ts'

/** Radius at rest, and of a handle that the pointer is on or a finger has to hit; CSS pixels. */
const smallRadius = 4
const largeRadius = 10

/** Dots beside the sides of an element; the one under the pointer is a disc with an arrow. */
export function paintConnectHandles(
  context: CanvasRenderingContext2D,
  handles: ConnectHandles,
  view: OverlayView,
  colors: OverlayColors,
): void {
  for (const direction of directions) {
    const at = view.toScreen(getConnectHandlePoint(handles, direction, 1 / view.zoom))
    if (handles.over === direction) paintArrow(context, at, direction, colors.selection, colors.ground)
    else if (handles.device === 'touch') paintArrow(context, at, direction, colors.ground, colors.selection)
    else paintDot(context, at, colors)
  }
}

function paintDot(context: CanvasRenderingContext2D, { x, y }: Vec, colors: OverlayColors): void {
  context.beginPath()
  context.arc(x, y, smallRadius, 0, Math.PI * 2)
  context.fillStyle = colors.selection
  context.strokeStyle = colors.ground
  context.lineWidth = lineWidth
  context.fill()
  context.stroke()
}

function paintArrow(
  context: CanvasRenderingContext2D,
  { x, y }: Vec,
  direction: Direction,
  fill: string,
  ink: string,
): void {
  const vector = directionVectors[direction]
  context.save()
  context.translate(x, y)
  context.beginPath()
  context.arc(0, 0, largeRadius, 0, Math.PI * 2)
  context.fillStyle = fill
  context.fill()
  context.strokeStyle = ink
  context.lineWidth = lineWidth
  context.stroke()
  context.rotate(Math.atan2(vector.y, vector.x))
  context.beginPath()
  context.moveTo(-4, 0)
  context.lineTo(4, 0)
  context.moveTo(0.5, -3.5)
  context.lineTo(4, 0)
  context.lineTo(0.5, 3.5)
  context.lineCap = 'round'
  context.stroke()
  context.restore()
}
