import type { Raster } from '../raster/raster.ts'
import { unmetered, type LayerName, type Meter, type RasterJob } from '../raster/raster-job.ts'
import type { RemoteRaster } from '../raster/remote-raster.ts'
import type { TileRange, View } from '../view.ts'
import { getTileRegion, isShown, wholeTile, type TileInProgress, type Tile } from './tile.ts'
import type { TileStore } from './tile-store.ts'

/** A patch that takes longer than this, ms, is painted aside with the whole tile, so that it never shows half done. */
const maxPatchMs = 12
/** Patches in sight may take so long in one frame, ms: half of them now and half later is seen as a flicker. */
const maxPatchesMs = 24
/** Tiles begun and not finished; each holds a canvas aside. */
const maxBegun = 3
/** The same where some are painted elsewhere; those on their way are not given up for others. */
const maxBegunRemote = 8

/** What became of a stretch of work: was anything left undone, and does the view look different now? */
export interface PaintProgress {
  readonly done: boolean
  readonly changed: boolean
}

export interface TilePainterParts {
  readonly raster: Raster
  readonly layerName: LayerName
  readonly store: TileStore
  /** Paints whole tiles in a worker, whenever there is one. */
  readonly remote?: () => RemoteRaster | undefined
}

/** Paints tiles: patches of what changed in place, whole tiles aside until they are finished. */
export class TilePainter {
  readonly #parts: TilePainterParts
  readonly #begun: Tile[] = []

  constructor(parts: TilePainterParts) {
    this.#parts = parts
  }

  /** Paints what a range lacks of `seen`, within the budget. `isAhead`: nobody looks at it yet. */
  work(range: TileRange, scale: number, meter: Meter, seen: View, isAhead: boolean): PaintProgress {
    const tiles = this.#parts.store.want(range, scale)
    const patched = this.#patchAll(tiles, meter, isAhead)
    const painted = this.#paintStale(tiles, range, meter, seen)
    return { done: patched.done && painted.done, changed: patched.changed || painted.changed }
  }

  /** Gives up the picture that is being painted of a tile. */
  abandon(tile: Tile): void {
    if (!tile.inProgress) return
    tile.inProgress.remote?.cancel()
    // Left in the middle of a drawing, it still has that drawing's clip and opacity.
    tile.inProgress.surface.context.reset()
    this.#parts.store.giveBack(tile.inProgress.surface)
    this.#forget(tile)
  }

  abandonAll(): void {
    for (const tile of [...this.#begun]) this.abandon(tile)
  }

  #patchAll(tiles: readonly Tile[], meter: Meter, isAhead: boolean): PaintProgress {
    let spentMs = 0
    let changed = false
    let done = true
    for (const tile of tiles) {
      if (tile.stale || tile.patches.length === 0) continue
      // In sight they are seen to change together; ahead of the view nothing is worth a late frame.
      if (spentMs > maxPatchesMs || (isAhead && meter.isOver())) {
        done = false
        continue
      }
      const ms = this.#patch(tile)
      meter.spend(ms)
      spentMs += ms
      changed = true
    }
    return { done, changed }
  }

  #paintStale(tiles: readonly Tile[], range: TileRange, meter: Meter, seen: View): PaintProgress {
    const stale = tiles.filter((tile) => tile.stale)
    let changed = false
    let done = true
    for (const tile of sortByUrgency(stale, range)) {
      const isSame = tile.cut?.touched === false && isShown(tile, seen)
      if (meter.isOver()) return { done: false, changed }
      if (this.#mustWait(tile) || !this.#paint(tile, meter)) {
        if (!this.#mustWait(tile) && tile.inProgress?.remote?.isAway !== true) return { done: false, changed }
        done = false
        continue
      }
      // Painted beyond what is in sight, it looks the same.
      changed ||= !isSame
    }
    return { done, changed }
  }

  /** Paints what changed; returns the time it took by estimate. */
  #patch(tile: Tile): number {
    const { raster, layerName } = this.#parts
    const { patches, surface } = tile
    tile.patches = []
    let spentMs = 0
    if (!surface) return 0
    for (const rect of patches) {
      const job = raster.start(surface.context, getTileRegion(tile, rect), layerName)
      if (job.costMs > maxPatchMs) {
        tile.stale = true
        return spentMs
      }
      spentMs += job.costMs
      job.step(unmetered)
    }
    return spentMs
  }

  /** Paints a tile whole, aside; returns whether it was finished in time. */
  #paint(tile: Tile, meter: Meter): boolean {
    const { surface, job, remote } = tile.inProgress ?? this.#begin(tile)
    const isDone = job.step(meter)
    if (remote?.isRefused === true) tile.isOurs = true
    if (!isDone) return false
    this.#forget(tile)
    tile.stale = false
    this.#parts.store.show(tile, surface)
    // What changed while it was being painted.
    this.#patch(tile)
    return true
  }

  #begin(tile: Tile): TileInProgress {
    const { raster, layerName, store, remote } = this.#parts
    const most = remote ? maxBegunRemote : maxBegun
    const isHere = (one: Tile): boolean => one.inProgress?.remote?.isAway !== true
    const oldest = this.#begun.length >= most ? this.#begun.find(isHere) : undefined
    if (oldest) this.abandon(oldest)
    const surface = store.takeSurface()
    tile.patches = []
    this.#begun.push(tile)
    const startHere = (): RasterJob =>
      raster.start(surface.context, getTileRegion(tile, wholeTile), layerName)
    const { level: scale, column, row } = tile
    const away = tile.isOurs
      ? undefined
      : remote?.()?.start({ scale, column, row }, surface.context, startHere)
    return (tile.inProgress = { surface, job: away ?? startHere(), remote: away })
  }

  #forget(tile: Tile): void {
    tile.inProgress = undefined
    this.#begun.splice(this.#begun.indexOf(tile), 1)
  }

  /** Left to the worker, which has enough to do. */
  #mustWait(tile: Tile): boolean {
    return !tile.inProgress && !tile.isOurs && this.#parts.remote?.()?.isBusy === true
  }
}

/** Begun ones first, then what shows nothing, then what shows something older; each from the middle outwards. */
function sortByUrgency(tiles: Tile[], range: TileRange): Tile[] {
  const middle = { column: (range.left + range.right) / 2, row: (range.top + range.bottom) / 2 }
  const urgency = (tile: Tile): number =>
    Math.hypot(tile.column - middle.column, tile.row - middle.row) +
    (tile.inProgress ? 0 : tile.surface ? 2000 : 1000)
  return tiles.sort((a, b) => urgency(a) - urgency(b))
}
