/** Sets a canvas's resolution to its size in device pixels; returns the size in CSS pixels. */
export function fitCanvas(context: CanvasRenderingContext2D): {
  readonly width: number
  readonly height: number
  readonly scale: number
} {
  const { canvas } = context
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = devicePixelRatio
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
  }
  context.setTransform(scale, 0, 0, scale, 0, 0)
  return { width, height, scale }
}
