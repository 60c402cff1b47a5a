/** Side of a tile in device pixels. */
export const tileSize = 512

/** A canvas the size of a tile. */
export interface TileSurface {
  readonly canvas: OffscreenCanvas
  readonly context: OffscreenCanvasRenderingContext2D
}

/** Reusable canvases, to avoid allocations while panning. */
export interface SurfacePool {
  take(opaque: boolean): TileSurface
  give(surface: TileSurface, opaque: boolean): void
  /** Releases spare canvases except `keep` of each type. */
  trim(keep: number): void
}

/** A canvas takes 1 MB; a few are enough for panning. */
const mostSpare = 6

/** `onLost` is called when the browser discarded the content of a canvas. */
export function createSurfacePool(onLost: () => void): SurfacePool {
  const spare = { opaque: [] as TileSurface[], clear: [] as TileSurface[] }
  return {
    take(opaque) {
      const reused = (opaque ? spare.opaque : spare.clear).pop()
      if (reused) return reused
      const canvas = new OffscreenCanvas(tileSize, tileSize)
      const context = canvas.getContext('2d', { alpha: !opaque })
      if (!context) throw new Error('this browser gives no 2D canvas')
      canvas.addEventListener('contextlost', onLost)
      return { canvas, context }
    },
    give(surface, opaque) {
      const list = opaque ? spare.opaque : spare.clear
      if (list.length < mostSpare) list.push(surface)
      else release(surface.canvas)
    },
    trim(keep) {
      for (const list of [spare.opaque, spare.clear]) {
        for (const { canvas } of list.splice(keep)) release(canvas)
      }
    },
  }
}

/** Frees the memory immediately instead of on garbage collection. */
export function release(canvas: OffscreenCanvas | HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
