import type { LiveDocument, Move, RecordId } from '../../document/model/record.ts'
import type { Clock } from '../../editor/clock.ts'
import type { Context2D } from '../pens/canvas-pen.ts'
import type { RasterJob, RasterStyle } from './raster-job.ts'
import type { MissingGlyphs, RasterAnswer, RasterOrder } from './raster-orders.ts'
import { RemoteTiles, type RemoteJob, type TilePosition } from './remote-tiles.ts'
import { ReplicaFeed } from './replica-feed.ts'
import { createFontSender, type BoardFont } from './sent-fonts.ts'

/** What a machine with cores to spare has to offer. */
export interface RasterHelp {
  open(): Worker
  /** The files of the fonts that the board is drawn with. */
  fonts(): readonly BoardFont[]
  /** All fonts of the page. */
  readonly pageFonts: FontFaceSet
}

export interface RemoteRasterParts {
  readonly help: RasterHelp
  readonly document: LiveDocument
  readonly clock: Pick<Clock, 'now'>
  /** Elements that are drawn above the page for now. */
  readonly hidden: () => readonly RecordId[]
  /** A tile has come, or none will come any more. */
  readonly onAnswer: () => void
}

/**
 * Has tiles painted in a worker, which keeps a copy of the page on view. Until it knows everything, and when it cannot
 * be had, tiles are painted here as if there were none.
 */
export class RemoteRaster {
  readonly #parts: RemoteRasterParts
  readonly #fonts: ReturnType<typeof createFontSender>
  readonly #feed: ReplicaFeed
  readonly #tiles: RemoteTiles
  #worker: Worker | undefined
  #hasFailed = false
  /** It has its fonts; before that it is sent nothing, so that nothing is ever measured without them. */
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

  /** Knows all there is, and has enough to do. */
  get isBusy(): boolean {
    return this.#isReady && this.#tiles.isFull
  }

  /** Another page is on view, or all of it has to be read anew. */
  open(page: RecordId): void {
    this.#page = page
    this.#startFeed()
  }

  setStyle(style: RasterStyle): void {
    this.#style = style
    if (this.#isOpen) this.#post({ do: 'look', look: style })
  }

  /**
   * Fonts may have come. A browser may keep to the widths that it took without them, so another worker starts with
   * all of them.
   */
  refresh(): void {
    if (this.#worker && this.#fonts.hasMore) this.#close()
  }

  /** These have changed. */
  note(moves: readonly Move[], ids: Iterable<RecordId>): void {
    if (this.#isOpen && !this.#feed.note(moves, ids)) this.#startFeed()
  }

  /** Sends what the worker does not know yet, for so long; returns whether that was all. */
  sync(allowanceMs: number): boolean {
    if (this.#hasFailed || this.#page === undefined) return true
    const { clock } = this.#parts
    try {
      if (!this.#worker) this.#openWorker()
      // Its answer asks for a frame.
      if (!this.#isOpen) return true
      const startMs = clock.now()
      while (!this.#feed.isUpToDate && clock.now() - startMs < allowanceMs) this.#feed.send()
    } catch {
      // No worker may be made here, or a record cannot be sent to it.
      this.#fail()
    }
    return this.#feed.isUpToDate
  }

  /** Has a tile painted elsewhere, if that can be; `createHere` makes the job to do instead when it could not. */
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
        if (this.#style) this.#post({ do: 'look', look: this.#style })
        this.#startFeed()
        this.#parts.onAnswer()
        break
      case 'painted':
        if (this.#tiles.take(answer.number, answer.picture)) this.#parts.onAnswer()
        break
      case 'letters':
        // Without the font the text is drawn in another, here as there.
        this.#fetchGlyphs(answer.wanted).catch(() => undefined)
        break
      case 'failed':
        this.#fail()
        break
    }
  }

  /** What arrives is announced to everybody who draws. */
  async #fetchGlyphs(wanted: readonly MissingGlyphs[]): Promise<void> {
    const { pageFonts } = this.#parts.help
    await Promise.all(wanted.map(({ font, text }) => pageFonts.load(font, text)))
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
