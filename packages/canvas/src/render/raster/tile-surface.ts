/**
 * Side of a tile in device pixels. Larger ones waste memory: on the average a view of 1280 by 800 needs 2.3 times its
 * own pixels with tiles of 512, and 1.6 times with tiles of 256.
 */
export const tileSize = 256

/** A canvas the size of a tile, on which tiles are painted one after another. */
export interface TileSurface {
  readonly canvas: OffscreenCanvas
  readonly context: OffscreenCanvasRenderingContext2D
  /** Number of pictures taken from it. */
  pictures: number
}

/** Reusable canvases, to avoid allocations while panning. */
export interface SurfacePool {
  /** A blank canvas. */
  take(opaque: boolean): TileSurface
  /** Takes the picture from a canvas, and the canvas back; undefined if the browser discarded its content. */
  finish(surface: TileSurface, opaque: boolean): ImageBitmap | undefined
  /** Takes a canvas back without its picture. */
  give(surface: TileSurface, opaque: boolean): void
  /** Releases spare canvases except `keep` of each type. */
  trim(keep: number): void
}

/** A few are enough: each holds one tile that is being painted. */
const mostSpare = 6
/**
 * Chromium keeps the shaped text of a canvas until it is shown, which these never are: with a canvas for each tile,
 * that took as much memory as the tiles. A canvas is therefore used again, so that text in several tiles is shaped once,
 * and replaced after this many pictures. With 32, 100,000 elements had 17 MB more of it.
 */
const mostPictures = 200

/** `onLost` is called when the browser discarded the content of a canvas. */
export function createSurfacePool(onLost: () => void): SurfacePool {
  const spare = { opaque: [] as TileSurface[], clear: [] as TileSurface[] }
  const putBack = (surface: TileSurface, opaque: boolean): void => {
    const list = opaque ? spare.opaque : spare.clear
    if (list.length < mostSpare && surface.pictures < mostPictures) list.push(surface)
    else release(surface.canvas)
  }
  return {
    take(opaque) {
      const reused = (opaque ? spare.opaque : spare.clear).pop()
      if (reused) return reused
      const canvas = new OffscreenCanvas(tileSize, tileSize)
      const context = canvas.getContext('2d', { alpha: !opaque })
      if (!context) throw new Error('this browser gives no 2D canvas')
      canvas.addEventListener('contextlost', onLost)
      return { canvas, context, pictures: 0 }
    },
    finish(surface, opaque) {
      surface.pictures++
      const bitmap = transfer(surface.canvas)
      putBack(surface, opaque)
      return bitmap
    },
    give(surface, opaque) {
      // An aborted drawing leaves clip and opacity set.
      surface.context.reset()
      surface.pictures++
      putBack(surface, opaque)
    },
    trim(keep) {
      for (const list of [spare.opaque, spare.clear]) {
        for (const { canvas } of list.splice(keep)) release(canvas)
      }
    },
  }
}

function transfer(canvas: OffscreenCanvas): ImageBitmap | undefined {
  try {
    return canvas.transferToImageBitmap()
  } catch {
    // The content was discarded, or there is no memory for it.
    return undefined
  }
}

/** Frees the memory immediately instead of on garbage collection. */
export function release(canvas: OffscreenCanvas | HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
