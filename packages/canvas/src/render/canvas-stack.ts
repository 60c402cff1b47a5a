import { release } from './raster/tile-surface.ts'

/** The canvases a board is shown on. */
export interface CanvasStack {
  readonly scene: CanvasRenderingContext2D
  readonly overlay: CanvasRenderingContext2D
  /** Device pixels per CSS pixel; changes when the window moves to another screen or the browser zooms. */
  dpr(): number
  /** An empty canvas is hidden: without a GPU, blending it costs as much as drawing the board. */
  showOverlay(isShown: boolean): void
  /** Sets the size in device pixels; true if it changed. */
  resize(width: number, height: number): boolean
  dispose(): void
}

export interface CanvasStackEvents {
  /** The browser discarded the content of a canvas. */
  readonly onLost: () => void
  /** Discarded canvases can be drawn again. */
  readonly onRestored: () => void
  readonly onDensity: () => void
}

export function createCanvasStack(
  host: HTMLElement,
  { onLost, onRestored, onDensity }: CanvasStackEvents,
): CanvasStack {
  const scene = layer(host, false)
  const overlay = layer(host, true)
  const lost = (event: Event): void => {
    // Required for the browser to restore the context.
    event.preventDefault()
    onLost()
  }
  for (const { canvas } of [scene, overlay]) {
    canvas.addEventListener('contextlost', lost)
    canvas.addEventListener('contextrestored', onRestored)
  }
  const stopWatching = watchDensity(host, onDensity)
  return {
    scene,
    overlay,
    dpr: () => getDensity(host),
    showOverlay(isShown) {
      const display = isShown ? 'block' : 'none'
      const { style } = overlay.canvas
      if (style.display !== display) style.display = display
    },
    resize(width, height) {
      if (scene.canvas.width === width && scene.canvas.height === height) return false
      for (const { canvas } of [scene, overlay]) {
        canvas.width = width
        canvas.height = height
      }
      return true
    },
    dispose() {
      stopWatching()
      for (const { canvas } of [scene, overlay]) {
        canvas.removeEventListener('contextrestored', onRestored)
        canvas.remove()
        release(canvas)
      }
    },
  }
}

function getDensity(host: HTMLElement): number {
  return host.ownerDocument.defaultView?.devicePixelRatio ?? 1
}

/** A media query matches one density only, so a new one is created after each change. */
function watchDensity(host: HTMLElement, onChange: () => void): () => void {
  const window = host.ownerDocument.defaultView
  let query: MediaQueryList | undefined
  const watch = (): void => {
    query?.removeEventListener('change', changed)
    query = window?.matchMedia(`(resolution: ${getDensity(host)}dppx)`)
    query?.addEventListener('change', changed)
  }
  const changed = (): void => {
    watch()
    onChange()
  }
  watch()
  return () => query?.removeEventListener('change', changed)
}

function layer(host: HTMLElement, alpha: boolean): CanvasRenderingContext2D {
  const canvas = host.ownerDocument.createElement('canvas')
  canvas.style.position = 'absolute'
  canvas.style.inset = '0'
  canvas.style.width = '100%'
  canvas.style.height = '100%'
  canvas.style.pointerEvents = 'none'
  const context = canvas.getContext('2d', { alpha, desynchronized: false })
  if (!context) throw new Error('this browser gives no 2D canvas')
  host.append(canvas)
  return context
}
