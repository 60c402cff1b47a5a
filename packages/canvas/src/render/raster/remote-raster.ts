import type { LiveDocument, Move, RecordId } from '../../document/model/record.ts'
import type { Clock } from '../../editor/clock.ts'
import type { Context2D } from '../canvas-pen.ts'
import type { RasterJob, RasterStyle } from './raster.ts'
import type { RasterAnswer, RasterOrder, SentRecord, MissingGlyphs } from './raster-orders.ts'
import { createFontSender, type BoardFont } from './sent-fonts.ts'

/** Tiles asked for and not answered yet: enough that the worker never waits, few enough that a jump is served soon. */
const maxAsked = 4
/** Records told in one message. */
const slice = 200
/** More moved at once than this are told with everything else, bit by bit. */
const maxMoved = 4000
/** A worker that has not answered for so long, ms, has died. */
const timeoutMs = 4000

/** What a machine with cores to spare has to offer. */
export interface RasterHelp {
  open(): Worker
  /** The files of the fonts that the board is drawn with. */
  fonts(): readonly BoardFont[]
  /** All fonts of the page. */
  readonly pageFonts: FontFaceSet
}

/** A tile of the page. */
export interface Place {
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

interface Asked {
  readonly atMs: number
  /** Null where the worker would not; undefined until it answers. */
  picture: ImageBitmap | null | undefined
}

export interface RemoteRasterParts {
  readonly help: RasterHelp
  readonly document: LiveDocument
  readonly clock: Pick<Clock, 'now'>
  /** Elements that are drawn above the page for now. */
  readonly hidden: () => readonly RecordId[]
  /** A picture has come, or none will come any more. */
  readonly onAnswer: () => void
}

/**
 * Has tiles painted in a worker, which keeps a copy of the page on view. Until it knows everything, and when it cannot
 * be had, tiles are painted here as if there were none.
 */
export function createRemoteRaster({ help, document, clock, hidden, onAnswer }: RemoteRasterParts) {
  const fonts = createFontSender(
    () => help.fonts(),
    () => help.pageFonts,
  )
  const asked = new Map<number, Asked>()
  /** Records that the worker has to hear about. */
  const news = new Set<RecordId>()
  let worker: Worker | undefined
  let hasFailed = false
  let page: RecordId | undefined
  /** Those of the page that were not told yet. */
  let walk: Iterator<RecordId> | undefined
  let look: RasterStyle | undefined
  /** It has its fonts; before that it is told nothing, so that nothing is ever measured without them. */
  let isOpen = false
  let nextNumber = 1
  let answeredAtMs = 0

  const post = (order: RasterOrder, moved: Transferable[] = []): void => worker?.postMessage(order, moved)
  const close = (): void => {
    worker?.terminate()
    worker = undefined
    isOpen = false
    news.clear()
    walk = undefined
    for (const one of asked.values()) one.picture = null
    asked.clear()
  }
  const fail = (): void => {
    if (hasFailed) return
    hasFailed = true
    close()
    onAnswer()
  }
  const fetchGlyphs = async (wanted: readonly MissingGlyphs[]): Promise<void> => {
    // What arrives is announced to everybody who draws.
    await Promise.all(wanted.map(({ font, text }) => help.pageFonts.load(font, text)))
  }
  const takeBitmap = (number: number, picture: ImageBitmap | null): void => {
    const one = asked.get(number)
    asked.delete(number)
    if (!one) return picture?.close()
    one.picture = picture
    onAnswer()
  }
  const take = (data: RasterAnswer): void => {
    answeredAtMs = clock.now()
    switch (data.is) {
      case 'ready':
        isOpen = true
        if (look) post({ do: 'look', look })
        startOver()
        onAnswer()
        break
      case 'painted':
        takeBitmap(data.number, data.picture)
        break
      case 'letters':
        // Without the font the text is drawn in another, here as there.
        fetchGlyphs(data.wanted).catch(() => undefined)
        break
      case 'failed':
        fail()
        break
    }
  }
  const open = (): void => {
    const mine = (worker = help.open())
    mine.addEventListener('message', ({ data }: MessageEvent<RasterAnswer>) => {
      if (mine === worker) take(data)
    })
    const end = (): void => {
      if (mine === worker) fail()
    }
    mine.addEventListener('error', end)
    mine.addEventListener('messageerror', end)
    const sendFonts = async (): Promise<void> => {
      const all = await fonts.all()
      const bytes = all.map((font) => font.bytes.buffer)
      if (mine === worker) post({ do: 'fonts', fonts: all }, bytes)
    }
    sendFonts().catch(end)
  }
  const startOver = (): void => {
    news.clear()
    walk = undefined
    if (!isOpen || page === undefined) return
    post({ do: 'open', page })
    walk = below(document, page)
  }
  const sendSome = (): void => {
    const put: SentRecord[] = []
    const gone: RecordId[] = []
    const add = (id: RecordId): void => {
      const record = document.get(id)
      if (record) put.push({ record, pieces: document.pieces(id) })
      else gone.push(id)
    }
    let isWhole = false
    while (walk && put.length < slice) {
      const { done, value } = walk.next()
      if (done === true) {
        walk = undefined
        isWhole = true
      } else add(value)
    }
    for (const id of news) {
      if (walk || put.length + gone.length >= slice) break
      news.delete(id)
      add(id)
    }
    if (put.length + gone.length > 0) post({ do: 'tell', put, gone })
    if (isWhole) post({ do: 'whole' })
  }
  const isUpToDate = (): boolean => walk === undefined && news.size === 0
  const isReady = (): boolean => isOpen && page !== undefined && isUpToDate()
  const ask = ({ scale, column, row }: Place): Asked & { readonly number: number } => {
    const number = nextNumber++
    const one = { number, atMs: clock.now(), picture: undefined }
    asked.set(number, one)
    post({ do: 'paint', number, scale, column, row, hidden: hidden() })
    return one
  }
  const isWaiting = (one: Asked): boolean => {
    if (one.picture !== undefined) return false
    if (clock.now() - Math.max(one.atMs, answeredAtMs) > timeoutMs) fail()
    return one.picture === undefined
  }

  return {
    /** Another page is on view, or all of it has to be read anew. */
    open(next: RecordId): void {
      page = next
      startOver()
    },
    setLook(next: RasterStyle): void {
      look = next
      if (isOpen) post({ do: 'look', look })
    },
    /**
     * Fonts may have come. A browser may keep to the widths that it took without them, so another worker starts with
     * all of them.
     */
    refresh(): void {
      if (worker && fonts.hasMore) close()
    },
    note(moves: readonly Move[], ids: Iterable<RecordId>): void {
      if (!isOpen) return
      const moved = moves.reduce((sum, move) => sum + move.ids.length, 0)
      if (moved > maxMoved) return startOver()
      for (const move of moves) for (const id of move.ids) news.add(id)
      for (const id of ids) news.add(id)
    },
    /** Tells the worker what it does not know yet, for so long; answers whether that was all. */
    tell(allowanceMs: number): boolean {
      if (hasFailed || page === undefined) return true
      try {
        if (!worker) open()
        // Its answer asks for a frame.
        if (!isOpen) return true
        const startMs = clock.now()
        while (!isUpToDate() && clock.now() - startMs < allowanceMs) sendSome()
      } catch {
        // No worker may be made here, or a record cannot be sent to it.
        fail()
      }
      return isUpToDate()
    },
    /** Knows all there is, and has enough to do. */
    get isBusy(): boolean {
      return isReady() && asked.size >= maxAsked
    },
    /** Has a tile painted elsewhere, if that can be; `here` makes the job to do instead when it could not. */
    start(position: Place, context: Context2D, here: () => RasterJob): RemoteJob | undefined {
      if (!isReady() || asked.size >= maxAsked) return undefined
      const one = ask(position)
      let instead: RasterJob | undefined
      return {
        costMs: 0,
        get isAway() {
          return one.picture === undefined
        },
        get isRefused() {
          return one.picture === null
        },
        step(meter) {
          if (isWaiting(one)) return false
          const { picture } = one
          if (!picture) return (instead ??= here()).step(meter)
          context.setTransform(1, 0, 0, 1, 0, 0)
          context.globalAlpha = 1
          context.drawImage(picture, 0, 0)
          picture.close()
          return true
        },
        cancel() {
          asked.delete(one.number)
          one.picture?.close()
        },
      }
    },
    dispose(): void {
      hasFailed = true
      close()
    },
  }
}

export type RemoteRaster = ReturnType<typeof createRemoteRaster>

/** Everything on a page, containers before what is in them. */
function* below(document: LiveDocument, parent: RecordId): Generator<RecordId, undefined> {
  yield parent
  // A copy: what comes and goes meanwhile must not shift the place one is at.
  for (const id of [...document.childIds(parent)]) yield* below(document, id)
}
