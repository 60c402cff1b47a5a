/** Runs in a worker thread, so that a drawing never blocks the event loop and its rooms. */
import { parentPort } from 'node:worker_threads'
import type { BoardContents, BoardReader, BoardRun, BoardStart, DrawingOrder } from './board-reader.ts'
import { lowerThreadPriority } from './low-priority.ts'

// Before anything else is loaded, which takes longer than most drawings.
lowerThreadPriority()
const { BoardReader: Reader } = await import('./board-reader.ts')
const { createGlyphs } = await import('./measure.ts')

/** Requests are answered one at a time. */
export type DrawingRequest =
  | { readonly op: 'open'; readonly start: BoardStart }
  | { readonly op: 'extend'; readonly runs: readonly BoardRun[] }
  | { readonly op: 'contents' }
  | { readonly op: 'draw'; readonly order: DrawingOrder }
  | { readonly op: 'close' }

/** Result type of each request. */
export interface DrawingAnswers {
  readonly open: null
  readonly extend: null
  readonly contents: BoardContents
  readonly draw: string | null
  readonly close: null
}

export type DrawingReply =
  { readonly answer: DrawingAnswers[keyof DrawingAnswers] } | { readonly failure: string }

const port = parentPort
if (!port) throw new Error('drawing-thread runs only as a worker')

const glyphs = createGlyphs()
let board: BoardReader | null = null

async function act(request: DrawingRequest): Promise<DrawingAnswers[keyof DrawingAnswers]> {
  if (request.op === 'open') board = new Reader(request.start)
  if (request.op === 'close') board = null
  if (request.op === 'extend') board?.extend(request.runs)
  if (request.op === 'contents') return board?.contents() ?? null
  if (request.op === 'draw') return board?.draw(request.order, await glyphs) ?? null
  return null
}

port.on('message', (request: DrawingRequest) => {
  act(request).then(
    (answer) => port.postMessage({ answer } satisfies DrawingReply),
    (error: unknown) =>
      port.postMessage({
        failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies DrawingReply),
  )
})
