import type { RecordId } from '../../document/model/record.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import type { Meter, RasterJob } from './raster-job.ts'
import type { RasterOrder } from './raster-orders.ts'

/** Tiles asked for and not answered yet: enough that the worker never waits, few enough that a jump is served soon. */
const maxAsked = 4
/** A worker that has not answered for so long, ms, has died. */
const timeoutMs = 4000

/** A tile of the page. */
export interface TilePosition {
  readonly scale: number
  readonly column: number
  readonly row: number
}

/** A tile that is being painted elsewhere. */
export interface RemoteJob extends RasterJob {
  /** Not answered yet. */
  readonly isAway: boolean
  /** Only this thread can paint it. */
  readonly isRefused: boolean
  cancel(): void
}

interface Request {
  readonly number: number
  readonly atMs: number
  /** Null where the worker would not; undefined until it answers. */
  bitmap: ImageBitmap | null | undefined
}

export interface RemoteTilesParts {
  readonly post: (order: RasterOrder) => void
  readonly now: () => number
  /** Elements that are drawn above the page for now. */
  readonly hidden: () => readonly RecordId[]
  /** The worker does not answer any more. */
  readonly onTimeout: () => void
}

/** Tiles that the worker was asked for. */
export class RemoteTiles {
  readonly #parts: RemoteTilesParts
  readonly #requests = new Map<number, Request>()
  #nextNumber = 1
  #answeredAtMs = 0

  constructor(parts: RemoteTilesParts) {
    this.#parts = parts
  }

  /** The worker has enough to do. */
  get isFull(): boolean {
    return this.#requests.size >= maxAsked
  }

  /** `createHere` makes the job to do instead when the worker cannot paint the tile. */
  start(position: TilePosition, context: Context2D, createHere: () => RasterJob): RemoteJob {
    const { post, now, hidden } = this.#parts
    const { scale, column, row } = position
    const request: Request = { number: this.#nextNumber++, atMs: now(), bitmap: undefined }
    this.#requests.set(request.number, request)
    post({ do: 'paint', number: request.number, scale, column, row, hidden: hidden() })
    let here: RasterJob | undefined
    return {
      costMs: 0,
      get isAway() {
        return request.bitmap === undefined
      },
      get isRefused() {
        return request.bitmap === null
      },
      step: (meter: Meter) => {
        this.#checkTimeout(request)
        if (request.bitmap === undefined) return false
        if (!request.bitmap) return (here ??= createHere()).step(meter)
        draw(context, request.bitmap)
        return true
      },
      cancel: () => {
        this.#requests.delete(request.number)
        request.bitmap?.close()
      },
    }
  }

  /** The worker is alive. */
  noteAnswer(): void {
    this.#answeredAtMs = this.#parts.now()
  }

  /** Takes a painted tile; returns whether somebody still waits for it. */
  take(number: number, bitmap: ImageBitmap | null): boolean {
    const request = this.#requests.get(number)
    this.#requests.delete(number)
    if (request) request.bitmap = bitmap
    else bitmap?.close()
    return request !== undefined
  }

  /** No answers will come any more: what was asked for is painted here. */
  refuseAll(): void {
    for (const request of this.#requests.values()) request.bitmap = null
    this.#requests.clear()
  }

  #checkTimeout(request: Request): void {
    if (request.bitmap !== undefined) return
    if (this.#parts.now() - Math.max(request.atMs, this.#answeredAtMs) > timeoutMs) this.#parts.onTimeout()
  }
}

function draw(context: Context2D, bitmap: ImageBitmap): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
}
