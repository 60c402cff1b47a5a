import { useComputedColorScheme } from '@mantine/core'
import { boardColors, createSnippet, shapes, type Snippet } from '@tavla/canvas'
import type { Entry } from '@tavla/canvas/model'
import { useEffect, useRef } from 'react'
import { getBoxAround, getCentre, getApproach } from './move-geometry.ts'
import classes from './snippet-image.module.css'

interface SnippetImageProps {
  /** Records of the board, of the current or an earlier version. */
  entries: readonly Entry[]
  /** Their earlier positions: drawn faintly, with an arrow to the current ones. */
  movedFrom?: readonly Entry[]
  /** CSS pixels. */
  width: number
  height: number
}

const paddingPx = 3
/** Small elements are not scaled up. */
const maxScale = 1
const ghostOpacity = 0.35
const arrowWidthPx = 2
const arrowHeadPx = 7

type Theme = 'light' | 'dark'

/** A small image of some records; decorative, since the text next to it describes them. */
export function SnippetImage({ entries, movedFrom, width, height }: SnippetImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.canvas.width = Math.round(width * devicePixelRatio)
    context.canvas.height = Math.round(height * devicePixelRatio)
    context.fillStyle = boardColors[theme].paper
    context.fillRect(0, 0, context.canvas.width, context.canvas.height)
    const snippet = createSnippet(entries, shapes)
    const from = movedFrom && createSnippet(movedFrom, shapes)
    if (snippet && from) paintMove(context, from, snippet, theme)
    else if (snippet) paintFitting(context, snippet.box, (scale) => snippet.draw(context, { theme, scale }))
  }, [entries, movedFrom, width, height, theme])
  return <canvas ref={canvas} className={classes.picture} style={{ width, height }} aria-hidden="true" />
}

/** Calls `draw` with a transform that fits this page area into the centre of the image. */
function paintFitting(
  context: CanvasRenderingContext2D,
  { x, y, w, h }: Snippet['box'],
  draw: (scale: number) => void,
): void {
  const { width, height } = context.canvas
  const padding = 2 * paddingPx * devicePixelRatio
  const scale = Math.min((width - padding) / w, (height - padding) / h, maxScale * devicePixelRatio)
  context.setTransform(
    scale,
    0,
    0,
    scale,
    (width - w * scale) / 2 - x * scale,
    (height - h * scale) / 2 - y * scale,
  )
  draw(scale)
}

function paintMove(context: CanvasRenderingContext2D, from: Snippet, to: Snippet, theme: Theme): void {
  const offset = getApproach(from.box, to.box)
  const previousBox = { ...from.box, x: from.box.x + offset.x, y: from.box.y + offset.y }
  paintFitting(context, getBoxAround(previousBox, to.box), (scale) => {
    paintGhost(context, from, offset, { theme, scale })
    to.draw(context, { theme, scale })
    paintArrow(context, getCentre(previousBox), getCentre(to.box), { theme, scale })
  })
}

interface PaintOptions {
  readonly theme: Theme
  readonly scale: number
}

/** Drawn on a separate canvas, because drawing an element sets its own opacity. */
function paintGhost(
  context: CanvasRenderingContext2D,
  snippet: Snippet,
  offset: { readonly x: number; readonly y: number },
  { theme, scale }: PaintOptions,
): void {
  const ghost = new OffscreenCanvas(context.canvas.width, context.canvas.height)
  const ghostContext = ghost.getContext('2d')
  if (!ghostContext) return
  ghostContext.setTransform(context.getTransform())
  ghostContext.translate(offset.x, offset.y)
  snippet.draw(ghostContext, { theme, scale })
  context.save()
  context.resetTransform()
  context.globalAlpha = ghostOpacity
  context.drawImage(ghost, 0, 0)
  context.restore()
}

interface Point {
  readonly x: number
  readonly y: number
}

function paintArrow(
  context: CanvasRenderingContext2D,
  from: Point,
  to: Point,
  { theme, scale }: PaintOptions,
): void {
  const unit = devicePixelRatio / scale
  const head = arrowHeadPx * unit
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const path = new Path2D()
  path.moveTo(from.x, from.y)
  path.lineTo(to.x, to.y)
  for (const side of [-1, 1]) {
    path.moveTo(to.x, to.y)
    path.lineTo(to.x - head * Math.cos(angle + side * 0.5), to.y - head * Math.sin(angle + side * 0.5))
  }
  context.lineCap = 'round'
  context.lineJoin = 'round'
  // An outline in the background colour separates the arrow from what it crosses.
  for (const [color, width] of [
    [boardColors[theme].paper, 3 * arrowWidthPx],
    [getComputedStyle(context.canvas).getPropertyValue('--tavla-accent'), arrowWidthPx],
  ] as const) {
    context.strokeStyle = color
    context.lineWidth = width * unit
    context.stroke(path)
  }
}
