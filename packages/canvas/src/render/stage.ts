/** The canvases a board is shown on. */
export interface Stage {
  readonly scene: { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D }
  readonly overlay: { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D }
  /** Device pixels per CSS pixel; changes when a window moves to another screen. */
  dpr(): number
  /** Sets the size in device pixels; true when it was another one. */
  resize(width: number, height: number): boolean
  /** A canvas to paint a whole view aside; the next call may hand out the same one. */
  scratch(
    width: number,
    height: number,
    opaque: boolean,
  ): { readonly canvas: OffscreenCanvas; readonly context: OffscreenCanvasRenderingContext2D }
  dispose(): void
}

/** `onLost` is called when the browser threw pictures away and they have to be made anew. */
export function createStage(host: HTMLElement, onLost: () => void): Stage {
  const scene = layer(host, false)
  const overlay = layer(host, true)
  const lost = (event: Event): void => event.preventDefault()
  for (const { canvas } of [scene, overlay]) {
    canvas.addEventListener('contextlost', lost)
    canvas.addEventListener('contextrestored', onLost)
  }
  return {
    scene,
    overlay,
    dpr: () => host.ownerDocument.defaultView?.devicePixelRatio ?? 1,
    resize(width, height) {
      if (scene.canvas.width === width && scene.canvas.height === height) return false
      for (const { canvas } of [scene, overlay]) {
        canvas.width = width
        canvas.height = height
      }
      return true
    },
    scratch(width, height, opaque) {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d', { alpha: !opaque })
      if (!context) throw new Error('this browser gives no 2D canvas')
      return { canvas, context }
    },
    dispose() {
      for (const { canvas } of [scene, overlay]) canvas.remove()
    },
  }
}

function layer(host: HTMLElement, alpha: boolean) {
  const canvas = host.ownerDocument.createElement('canvas')
  canvas.style.position = 'absolute'
  canvas.style.inset = '0'
  canvas.style.width = '100%'
  canvas.style.height = '100%'
  canvas.style.pointerEvents = 'none'
  const context = canvas.getContext('2d', { alpha, desynchronized: false })
  if (!context) throw new Error('this browser gives no 2D canvas')
  host.append(canvas)
  return { canvas, context }
}
