import type { LiveDocument, Move, RecordId } from '../../document/model/record.ts'
import type { Clock } from '../../editor/clock.ts'
import { announceUncovered, waitForFallbacks } from '../../text/uncovered.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import type { RasterJob, RasterStyle } from './raster-job.ts'
import type { MissingGlyphs, RasterAnswer, RasterOrder } from './raster-orders.ts'
import { RemoteTiles, type RemoteJob, type TilePosition } from './remote-tiles.ts'
import { ReplicaFeed } from './replica-feed.ts'
import { createFontSender, type BoardFont } from './sent-fonts.ts'

/** Resources for a raster worker. */
export interface RasterWorkerOptions {
  open(): Worker
  /** Font files of the board. */
  fonts(): readonly BoardFont[]
  /** All fonts of the page. */
  readonly pageFonts: FontFaceSet
}

export interface RemoteRasterParts {
  readonly help: RasterWorkerOptions
  readonly document: LiveDocument
  readonly clock: Pick<Clock, 'now'>
  /** Elements that are currently drawn live above the tiles. */
  readonly hidden: () => readonly RecordId[]
  /** A tile has arrived, or the worker has failed. */
  readonly onAnswer: () => void
}

/**
 * Lets a worker with a replica of the current page paint tiles. Until the replica is complete, and if there is no
 * worker, tiles are painted on the main thread.
 */
export class RemoteRaster {
  readonly #parts: RemoteRasterParts
  readonly #fonts: ReturnType<typeof createFontSender>
  readonly #feed: ReplicaFeed
  readonly #tiles: RemoteTiles
  #worker: Worker | undefined
  #hasFailed = false
  /** The worker has its fonts. Nothing is sent before, so that no text is measured without them. */
  #isOpen = false
  #page: RecordId | undefined
  #style: RasterStyle | undefined

  constructor(parts: RemoteRasterParts) {
    const { help, document, clock, hidden } = parts
    const post = (order: RasterOrder): void => this.#post(order)
    this.#parts = parts
    this.#fonts = createFontSender(
      () => help.fonts(),
      () => help.pageFonts,
    )
    this.#feed = new ReplicaFeed(document, post)
    this.#tiles = new RemoteTiles({ post, now: () => clock.now(), hidden, onTimeout: () => this.#fail() })
  }

  /** The replica is complete and the request queue is full. */
  get isBusy(): boolean {
    return this.#isReady && this.#tiles.isFull
  }

  /** The page changed, or must be read again completely. */
  open(page: RecordId): void {
    this.#page = page
    this.#startFeed()
  }

  setStyle(style: RasterStyle): void {
    this.#style = style
    if (this.#isOpen) this.#post({ do: 'look', style })
  }

  /** Fonts may have loaded. Browsers may keep widths measured before, so a new worker is started. */
  refresh(): void {
    if (this.#worker && this.#fonts.hasMore) this.#close()
  }

  /** Records changes. */
  note(moves: readonly Move[], ids: Iterable<RecordId>): void {
    if (this.#isOpen && !this.#feed.note(moves, ids)) this.#startFeed()
  }

  /** Sends pending changes within the time limit; returns whether all were sent. */
  sync(allowanceMs: number): boolean {
    if (this.#hasFailed || this.#page === undefined) return true
    const { clock } = this.#parts
    try {
      if (!this.#worker) this.#openWorker()
      // The worker's answer requests a frame.
      if (!this.#isOpen) return true
      const startMs = clock.now()
      while (!this.#feed.isUpToDate && clock.now() - startMs < allowanceMs) this.#feed.send()
    } catch {
      // Workers are not available, or a record cannot be cloned.
      this.#fail()
    }
    return this.#feed.isUpToDate
  }

  /** Requests a tile from the worker, if possible; `createHere` creates the fallback job on the main thread. */
  start(position: TilePosition, context: Context2D, createHere: () => RasterJob): RemoteJob | undefined {
    return this.#isReady && !this.#tiles.isFull ? this.#tiles.start(position, context, createHere) : undefined
  }

  dispose(): void {
    this.#hasFailed = true
    this.#close()
  }

  get #isReady(): boolean {
    return this.#isOpen && this.#page !== undefined && this.#feed.isUpToDate
  }

  #post(order: RasterOrder, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(order, transfer)
  }

  #startFeed(): void {
    if (this.#isOpen && this.#page !== undefined) this.#feed.start(this.#page)
    else this.#feed.stop()
  }

  #openWorker(): void {
    const worker = (this.#worker = this.#parts.help.open())
    const end = (): void => {
      if (worker === this.#worker) this.#fail()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<RasterAnswer>) => {
      if (worker === this.#worker) this.#receive(data)
    })
    worker.addEventListener('error', end)
    worker.addEventListener('messageerror', end)
    this.#sendFonts(worker).catch(end)
  }

  async #sendFonts(worker: Worker): Promise<void> {
    const fonts = await this.#fonts.all()
    const bytes = fonts.map((font) => font.bytes.buffer)
    if (worker === this.#worker) this.#post({ do: 'fonts', fonts }, bytes)
  }

  #receive(answer: RasterAnswer): void {
    this.#tiles.noteAnswer()
    switch (answer.is) {
      case 'ready':
        this.#isOpen = true
        if (this.#style) this.#post({ do: 'look', style: this.#style })
        this.#startFeed()
        this.#parts.onAnswer()
        break
      case 'painted':
        if (this.#tiles.take(answer.number, answer.picture)) this.#parts.onAnswer()
        break
      case 'letters':
        // Without the font, page and worker use the same fallback font.
        this.#fetchGlyphs(answer.wanted).catch(() => undefined)
        break
      case 'failed':
        this.#fail()
        break
    }
  }

  /** Loaded fonts trigger `loadingdone` for all listeners. */
  async #fetchGlyphs(wanted: readonly MissingGlyphs[]): Promise<void> {
    const { pageFonts } = this.#parts.help
    await Promise.all(
      wanted.map(async ({ font, text }) => {
        if (font !== '') return await pageFonts.load(font, text)
        announceUncovered(text)
        return await waitForFallbacks()
      }),
    )
  }

  #fail(): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#close()
    this.#parts.onAnswer()
  }

  #close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#isOpen = false
    this.#feed.stop()
    this.#tiles.refuseAll()
  }
}
