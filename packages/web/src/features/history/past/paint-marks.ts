import type { Box, CameraState } from '@tavla/canvas'
import type { Mark, MarkKind } from './marks.ts'

/** Gap between an element and its mark, CSS pixels. */
const padding = 4
const radius = 5
/** Elements smaller than this on screen are drawn as a dot in the mark's colour. */
const dotPx = 3
/** Minimum size for an icon; smaller elements have a frame only. */
const signPx = 26

const signs: Readonly<Record<MarkKind, string>> = { added: '+', changed: '~', removed: '−' }

export interface MarkStyle {
  readonly colors: Readonly<Record<MarkKind, string>>
  readonly ink: string
}

/** Frames in a person's colour around their latest action. */
export interface Trace {
  readonly boxes: readonly { readonly box: Box; readonly r: number }[]
  readonly color: string
}

/** What is drawn over the earlier version; `size` in CSS pixels. */
export interface MarkImage {
  readonly marks: readonly Mark[]
  readonly trace: Trace | null
  readonly camera: CameraState
  readonly size: { readonly width: number; readonly height: number }
  readonly look: MarkStyle
}

/**
 * Frames around elements: told apart by colour, line style, and an icon for people who cannot distinguish the
 * colours.
 */
export function paintMarks(context: CanvasRenderingContext2D, picture: MarkImage): void {
  const { marks, trace, look } = picture
  context.clearRect(0, 0, picture.size.width, picture.size.height)
  for (const { kind, box, r } of marks) {
    const place = getPosition(box, picture)
    if (!place) continue
    context.fillStyle = context.strokeStyle = look.colors[kind]
    if (place.w < dotPx && place.h < dotPx) {
      context.fillRect(place.x, place.y, Math.max(1, place.w), Math.max(1, place.h))
      continue
    }
    turned(context, place, r, () => {
      frame(context, place, kind)
      if (Math.max(place.w, place.h) >= signPx) sign(context, place, kind, look)
    })
  }
  if (!trace) return
  context.strokeStyle = trace.color
  context.lineWidth = 2
  context.setLineDash([])
  for (const { box, r } of trace.boxes) {
    const place = getPosition(box, picture)
    if (place) turned(context, place, r, () => strokeRound(context, place))
  }
}

/** Screen position; undefined if not visible. */
function getPosition({ x, y, w, h }: Box, { camera, size }: MarkImage): Box | undefined {
  const { zoom } = camera
  const place = { x: (x - camera.x) * zoom, y: (y - camera.y) * zoom, w: w * zoom, h: h * zoom }
  const reach = Math.hypot(place.w, place.h) + 24
  const [cx, cy] = [place.x + place.w / 2, place.y + place.h / 2]
  const isOut = cx < -reach || cy < -reach || cx > size.width + reach || cy > size.height + reach
  return isOut ? undefined : place
}

function turned(context: CanvasRenderingContext2D, { x, y, w, h }: Box, r: number, draw: () => void): void {
  if (r === 0) return draw()
  context.save()
  context.translate(x + w / 2, y + h / 2)
  context.rotate((r * Math.PI) / 180)
  context.translate(-x - w / 2, -y - h / 2)
  draw()
  context.restore()
}

function frame(context: CanvasRenderingContext2D, place: Box, kind: MarkKind): void {
  context.lineWidth = 2
  context.setLineDash(kind === 'removed' ? [6, 4] : [])
  if (kind === 'removed') {
    context.globalAlpha = 0.12
    context.fillRect(place.x, place.y, place.w, place.h)
    context.globalAlpha = 1
  }
  strokeRound(context, place)
}

function strokeRound(context: CanvasRenderingContext2D, { x, y, w, h }: Box): void {
  context.beginPath()
  context.roundRect(x - padding, y - padding, w + 2 * padding, h + 2 * padding, radius)
  context.stroke()
}

function sign(context: CanvasRenderingContext2D, { x, y }: Box, kind: MarkKind, look: MarkStyle): void {
  const [cx, cy] = [x - padding, y - padding]
  context.beginPath()
  context.arc(cx, cy, 10, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = look.ink
  context.font = '600 15px Inter, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(signs[kind], cx, cy + 1)
}
