import type { Raster } from '../raster/raster.ts'
import { unmetered, type LayerName, type Meter, type RasterJob } from '../raster/raster-job.ts'
import type { RemoteRaster } from '../raster/remote-raster.ts'
import type { TileRange, View } from '../view.ts'
import { getTileRegion, isCurrentInView, wholeTile, type TileInProgress, type Tile } from './tile.ts'
import type { TileStore } from './tile-store.ts'

/**
 * More expensive patches (ms) are painted as a new tile in the background, so that they are never shown
 * partially.
 */
const maxPatchMs = 12
/** The same where nobody sees it: patches cannot be interrupted. */
const maxPatchAheadMs = 2
/** Time for visible patches in one frame, ms; splitting them over frames is visible as flicker. */
const maxPatchesMs = 24
/** Maximum unfinished tiles; each uses an extra canvas. */
const maxInProgress = 3
/** Maximum unfinished tiles with a worker; requested tiles are not abandoned for others. */
const maxInProgressRemote = 8

/** Result of painting: whether all work is done, and whether the view changed. */
export interface PaintProgress {
  readonly done: boolean
  readonly changed: boolean
}

/** What tiles are painted for: the view with all of its tiles, only what is seen of them, or a view that may come. */
export type Purpose = 'view' | 'now' | 'later'

export interface TilePainterParts {
  readonly raster: Raster
  readonly layerName: LayerName
  readonly store: TileStore
  /** The worker, if available. */
  readonly remote?: () => RemoteRaster | undefined
}

/** Paints tiles: small changes in place, whole tiles in the background until they are finished. */
export class TilePainter {
  readonly #parts: TilePainterParts
  readonly #inProgress: Tile[] = []

  constructor(parts: TilePainterParts) {
    this.#parts = parts
  }

  /** Paints missing parts of a range within the time budget. */
  work(range: TileRange, scale: number, meter: Meter, seen: View, purpose: Purpose): PaintProgress {
    const tiles = this.#parts.store.want(range, scale)
    const patched = this.#patchAll(tiles, meter, purpose === 'later')
    const outdated = purpose === 'now' ? tiles.filter((tile) => !isCurrentInView(tile, seen)) : tiles
    const painted = this.#paintStale(outdated, range, meter, seen)
    return { done: patched.done && painted.done, changed: patched.changed || painted.changed }
  }

  /** Abandons the unfinished bitmap of a tile. */
  abandon(tile: Tile): void {
    if (!tile.inProgress) return
    tile.inProgress.remote?.cancel()
    this.#parts.store.giveBack(tile.inProgress.surface)
    this.#forget(tile)
  }

  abandonAll(): void {
    for (const tile of [...this.#inProgress]) this.abandon(tile)
  }

  #patchAll(tiles: readonly Tile[], meter: Meter, isAhead: boolean): PaintProgress {
    let spentMs = 0
    let changed = false
    let done = true
    for (const tile of tiles) {
      if (tile.stale || tile.patches.length === 0) continue
      // Visible patches are applied together; prefetched ones must not delay a frame.
      if (spentMs > maxPatchesMs || (isAhead && meter.isOver())) {
        done = false
        continue
      }
      const ms = this.#patch(tile, isAhead ? maxPatchAheadMs : maxPatchMs)
      meter.spend(ms)
      spentMs += ms
      changed = true
    }
    return { done, changed }
  }

  #paintStale(tiles: readonly Tile[], range: TileRange, meter: Meter, seen: View): PaintProgress {
    // A tile can lose its bitmap where there is no memory for a new one.
    const stale = tiles.filter((tile) => tile.stale || !tile.bitmap)
    let changed = false
    let done = true
    for (const tile of sortByUrgency(stale, range)) {
      const isSame = isCurrentInView(tile, seen)
      if (meter.isOver()) return { done: false, changed }
      if (this.#mustWait(tile) || !this.#paint(tile, meter)) {
        if (!this.#mustWait(tile) && tile.inProgress?.remote?.isAway !== true) return { done: false, changed }
        done = false
        continue
      }
      // Outside of the view nothing changes visibly.
      changed ||= !isSame
    }
    return { done, changed }
  }

  /** Repaints changed parts; returns the estimated cost. */
  #patch(tile: Tile, mostMs = maxPatchMs): number {
    const { raster, layerName, store } = this.#parts
    const { patches, bitmap } = tile
    tile.patches = []
    let spentMs = 0
    if (!bitmap || patches.length === 0) return 0
    store.change(tile, (context) => {
      for (const rect of patches) {
        const job = raster.start(context, getTileRegion(tile, rect), layerName)
        if (job.costMs > mostMs) {
          tile.stale = true
          return
        }
        spentMs += job.costMs
        job.step(unmetered)
      }
    })
    return spentMs
  }

  /** Paints a whole tile in the background; returns whether it is finished. */
  #paint(tile: Tile, meter: Meter): boolean {
    const { surface, job, remote } = tile.inProgress ?? this.#begin(tile)
    const isDone = job.step(meter)
    if (remote?.isRefused === true) tile.isOurs = true
    if (!isDone) return false
    this.#forget(tile)
    if (!this.#parts.store.show(tile, surface)) return false
    tile.stale = false
    tile.cut = undefined
    // Applies changes that were made while it was painted.
    this.#patch(tile)
    return true
  }

  #begin(tile: Tile): TileInProgress {
    const { raster, layerName, store, remote } = this.#parts
    const most = remote ? maxInProgressRemote : maxInProgress
    const isHere = (one: Tile): boolean => one.inProgress?.remote?.isAway !== true
    const oldest = this.#inProgress.length >= most ? this.#inProgress.find(isHere) : undefined
    if (oldest) this.abandon(oldest)
    const surface = store.takeSurface()
    tile.patches = []
    this.#inProgress.push(tile)
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
    this.#inProgress.splice(this.#inProgress.indexOf(tile), 1)
  }

  /** The tile is left to the worker, which is busy. */
  #mustWait(tile: Tile): boolean {
    return !tile.inProgress && !tile.isOurs && this.#parts.remote?.()?.isBusy === true
  }
}

/** Unfinished tiles first, then missing ones, then outdated ones; each from the centre outwards. */
function sortByUrgency(tiles: Tile[], range: TileRange): Tile[] {
  const middle = { column: (range.left + range.right) / 2, row: (range.top + range.bottom) / 2 }
  const urgency = (tile: Tile): number =>
    Math.hypot(tile.column - middle.column, tile.row - middle.row) +
    (tile.inProgress ? 0 : tile.bitmap ? 2000 : 1000)
  return tiles.sort((a, b) => urgency(a) - urgency(b))
}
