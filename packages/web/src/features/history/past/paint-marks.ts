import type { Box, CameraState } from '@tavla/canvas'
import type { Mark, MarkKind } from './marks.ts'

/** Gap between an element and its mark, CSS pixels. */
const padding = 4
const radius = 5
/** Elements smaller than this on screen are drawn as a dot in the mark's colour. */
const dotPx = 3
/** Minimum size for an icon; smaller elements have a frame only. */
const minIconPx = 26

const symbols: Readonly<Record<MarkKind, string>> = { added: '+', changed: '~', removed: '−' }

export interface MarkStyle {
  readonly colors: Readonly<Record<MarkKind, string>>
  readonly ink: string
}

/** Frames in a person's colour around their latest action. */
export interface ActionOutline {
  readonly boxes: readonly { readonly box: Box; readonly r: number }[]
  readonly color: string
}

/** What is drawn over the earlier version; `size` in CSS pixels. */
export interface MarkImage {
  readonly marks: readonly Mark[]
  readonly outline: ActionOutline | null
  readonly camera: CameraState
  readonly size: { readonly width: number; readonly height: number }
  readonly style: MarkStyle
}

/**
 * Frames around elements: told apart by colour, line style, and an icon for people who cannot distinguish the
 * colours.
 */
export function paintMarks(context: CanvasRenderingContext2D, image: MarkImage): void {
  const { marks, outline, style } = image
  context.clearRect(0, 0, image.size.width, image.size.height)
  for (const { kind, box, r } of marks) {
    const screenBox = getPosition(box, image)
    if (!screenBox) continue
    context.fillStyle = context.strokeStyle = style.colors[kind]
    if (screenBox.w < dotPx && screenBox.h < dotPx) {
      context.fillRect(screenBox.x, screenBox.y, Math.max(1, screenBox.w), Math.max(1, screenBox.h))
      continue
    }
    withRotation(context, screenBox, r, () => {
      drawFrame(context, screenBox, kind)
      if (Math.max(screenBox.w, screenBox.h) >= minIconPx) drawSymbol(context, screenBox, kind, style)
    })
  }
  if (!outline) return
  context.strokeStyle = outline.color
  context.lineWidth = 2
  context.setLineDash([])
  for (const { box, r } of outline.boxes) {
    const screenBox = getPosition(box, image)
    if (screenBox) withRotation(context, screenBox, r, () => strokeRoundRect(context, screenBox))
  }
}

/** Screen position; undefined if not visible. */
function getPosition({ x, y, w, h }: Box, { camera, size }: MarkImage): Box | undefined {
  const { zoom } = camera
  const screenBox = { x: (x - camera.x) * zoom, y: (y - camera.y) * zoom, w: w * zoom, h: h * zoom }
  const margin = Math.hypot(screenBox.w, screenBox.h) + 24
  const [cx, cy] = [screenBox.x + screenBox.w / 2, screenBox.y + screenBox.h / 2]
  const isOutside = cx < -margin || cy < -margin || cx > size.width + margin || cy > size.height + margin
  return isOutside ? undefined : screenBox
}

function withRotation(
  context: CanvasRenderingContext2D,
  { x, y, w, h }: Box,
  r: number,
  draw: () => void,
): void {
  if (r === 0) return draw()
  context.save()
  context.translate(x + w / 2, y + h / 2)
  context.rotate((r * Math.PI) / 180)
  context.translate(-x - w / 2, -y - h / 2)
  draw()
  context.restore()
}

function drawFrame(context: CanvasRenderingContext2D, screenBox: Box, kind: MarkKind): void {
  context.lineWidth = 2
  context.setLineDash(kind === 'removed' ? [6, 4] : [])
  if (kind === 'removed') {
    context.globalAlpha = 0.12
    context.fillRect(screenBox.x, screenBox.y, screenBox.w, screenBox.h)
    context.globalAlpha = 1
  }
  strokeRoundRect(context, screenBox)
}

function strokeRoundRect(context: CanvasRenderingContext2D, { x, y, w, h }: Box): void {
  context.beginPath()
  context.roundRect(x - padding, y - padding, w + 2 * padding, h + 2 * padding, radius)
  context.stroke()
}

function drawSymbol(
  context: CanvasRenderingContext2D,
  { x, y }: Box,
  kind: MarkKind,
  style: MarkStyle,
): void {
  const [cx, cy] = [x - padding, y - padding]
  context.beginPath()
  context.arc(cx, cy, 10, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = style.ink
  context.font = '600 15px Inter, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(symbols[kind], cx, cy + 1)
}
