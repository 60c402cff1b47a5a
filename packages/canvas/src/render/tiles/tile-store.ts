import type { Context2D } from '../pens/canvas-pen.ts'
import { tileKey, type Level, type Tile } from './tile.ts'
import { tileSize, type SurfacePool, type TileSurface } from '../raster/tile-surface.ts'
import type { TileRange, View } from '../view.ts'

/** Maximum tiles that were requested but never painted. */
const maxEmpty = 800

/** The tiles of a layer by zoom level, with their bitmaps. */
export class TileStore {
  readonly #pool: SurfacePool
  readonly #isOpaque: boolean
  readonly #levels = new Map<number, Level>()
  /** Number of tiles with a bitmap. */
  #shown = 0
  /** Number of all tiles. */
  #known = 0
  #frame = 0
  #pinned: ReadonlySet<number> = new Set()

  constructor(pool: SurfacePool, isOpaque: boolean) {
    this.#pool = pool
    this.#isOpaque = isOpaque
  }

  get levels(): ReadonlyMap<number, Level> {
    return this.#levels
  }

  /** Number of the current frame. */
  get frame(): number {
    return this.#frame
  }

  get shown(): number {
    return this.#shown
  }

  nextFrame(): void {
    this.#frame++
  }

  /** Sets levels that are never evicted. */
  pin(scales: readonly number[]): void {
    if (scales.length !== this.#pinned.size || scales.some((scale) => !this.#pinned.has(scale)))
      this.#pinned = new Set(scales)
  }

  find(level: number, column: number, row: number): Tile | undefined {
    return this.#levels.get(level)?.tiles.get(tileKey(column, row))
  }

  /** The tiles of a range, created if missing, and marked as used in this frame. */
  want({ left, top, right, bottom }: TileRange, scale: number): Tile[] {
    const tiles: Tile[] = []
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const tile = this.find(scale, column, row) ?? this.#create(scale, column, row)
        tile.usedAt = this.#frame
        tiles.push(tile)
      }
    }
    return tiles
  }

  each(visit: (tile: Tile) => void): void {
    for (const level of this.#levels.values()) for (const tile of level.tiles.values()) visit(tile)
  }

  takeSurface(): TileSurface {
    return this.#pool.take(this.#isOpaque)
  }

  /** Takes back an unfinished canvas. */
  giveBack(surface: TileSurface): void {
    this.#pool.give(surface, this.#isOpaque)
  }

  /** Replaces the bitmap of a tile by the picture of a canvas; false if the browser discarded it. */
  show(tile: Tile, surface: TileSurface): boolean {
    const bitmap = this.#pool.finish(surface, this.#isOpaque)
    if (!bitmap) return false
    if (tile.bitmap) tile.bitmap.close()
    else this.#shown++
    tile.bitmap = bitmap
    return true
  }

  /** Changes the bitmap of a tile, or creates it. */
  change(tile: Tile, draw: (context: Context2D) => void): void {
    const surface = this.takeSurface()
    const { context } = surface
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalAlpha = 1
    if (tile.bitmap) context.drawImage(tile.bitmap, 0, 0)
    draw(context)
    this.show(tile, surface)
  }

  drop(tile: Tile): void {
    const level = this.#levels.get(tile.level)
    if (level?.tiles.delete(tileKey(tile.column, tile.row)) === true) this.#known--
    if (level?.tiles.size === 0) this.#levels.delete(tile.level)
    if (!tile.bitmap) return
    tile.bitmap.close()
    tile.bitmap = undefined
    this.#shown--
  }

  /**
   * Tiles to evict to get down to the limit: least recently used ones first, of those used in the same frame the
   * farthest from the view. A whole level is not kept for the part of it that a zoom passes again and again.
   */
  listExcess(view: View, maxTiles: number): Tile[] {
    const excess = this.#shown - maxTiles
    if (excess <= 0 && this.#known < maxTiles + maxEmpty) return []
    const empty: Tile[] = []
    const old: { tile: Tile; far: number }[] = []
    const x = (view.left + view.width / 2) / view.scale
    const y = (view.top + view.height / 2) / view.scale
    for (const level of this.#levels.values()) {
      if (this.#pinned.has(level.scale)) continue
      const side = tileSize / level.scale
      for (const tile of level.tiles.values()) {
        if (tile.usedAt >= this.#frame) continue
        const far = Math.hypot((tile.column + 0.5) * side - x, (tile.row + 0.5) * side - y)
        if (tile.bitmap) old.push({ tile, far })
        else empty.push(tile)
      }
    }
    old.sort((a, b) => a.tile.usedAt - b.tile.usedAt || b.far - a.far)
    for (const { tile } of old.slice(0, Math.max(0, excess))) empty.push(tile)
    return empty
  }

  #create(scale: number, column: number, row: number): Tile {
    const tile: Tile = {
      level: scale,
      column,
      row,
      bitmap: undefined,
      stale: true,
      cut: undefined,
      patches: [],
      usedAt: this.#frame,
      inProgress: undefined,
      isOurs: false,
    }
    let level = this.#levels.get(scale)
    if (!level) this.#levels.set(scale, (level = { scale, tiles: new Map() }))
    level.tiles.set(tileKey(column, row), tile)
    this.#known++
    return tile
  }
}
