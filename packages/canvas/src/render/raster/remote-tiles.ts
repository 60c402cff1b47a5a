import type { RecordId } from '../../document/model/record.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import type { Meter, RasterJob } from './raster-job.ts'
import type { RasterOrder } from './raster-orders.ts'

/** Maximum tiles requested at once: enough to keep the worker busy, few enough to react quickly to a jump. */
const maxAsked = 4
/** A worker that does not answer for this long (ms) counts as failed. */
const timeoutMs = 4000

/** A tile of the page. */
export interface TilePosition {
  readonly scale: number
  readonly column: number
  readonly row: number
}

/** A tile painted by the worker. */
export interface RemoteJob extends RasterJob {
  /** Not answered yet. */
  readonly isAway: boolean
  /** Only the main thread can paint it. */
  readonly isRefused: boolean
  cancel(): void
}

interface Request {
  readonly number: number
  readonly atMs: number
  /** Null if the worker refused; undefined until it answers. */
  bitmap: ImageBitmap | null | undefined
}

export interface RemoteTilesParts {
  readonly post: (order: RasterOrder) => void
  readonly now: () => number
  /** Elements that are currently drawn live above the tiles. */
  readonly hidden: () => readonly RecordId[]
  /** The worker stopped answering. */
  readonly onTimeout: () => void
}

/** Requests for tiles to the worker. */
export class RemoteTiles {
  readonly #parts: RemoteTilesParts
  readonly #requests = new Map<number, Request>()
  #nextNumber = 1
  #answeredAtMs = 0

  constructor(parts: RemoteTilesParts) {
    this.#parts = parts
  }

  /** The request queue is full. */
  get isFull(): boolean {
    return this.#requests.size >= maxAsked
  }

  /** `createHere` creates the fallback job if the worker cannot paint the tile. */
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

  /** The worker has shown a sign of life. */
  noteAnswer(): void {
    this.#answeredAtMs = this.#parts.now()
  }

  /** Receives a painted tile; returns whether it was still requested. */
  take(number: number, bitmap: ImageBitmap | null): boolean {
    const request = this.#requests.get(number)
    this.#requests.delete(number)
    if (request) request.bitmap = bitmap
    else bitmap?.close()
    return request !== undefined
  }

  /** Refuses all requests: their tiles are painted on the main thread. */
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
