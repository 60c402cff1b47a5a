import { Worker } from 'node:worker_threads'
import type { BoardContents, BoardRun, BoardStart, DrawingOrder } from './board-reader.ts'
import type { DrawingAnswers, DrawingReply, DrawingRequest } from './drawing-thread.ts'

/** The drawing exceeded its time limit and was cancelled. */
export class TookTooLong extends Error {}

/** A board loaded in the drawing thread. */
export interface OpenBoard {
  /** Adds the next edits of its journal. */
  extend(runs: readonly BoardRun[]): Promise<void>
  contents(): Promise<BoardContents>
  /** SVG; null for an empty page. */
  draw(order: DrawingOrder): Promise<string | null>
}

/** Draws boards one at a time in a worker thread that exists only while needed. */
export interface Drawings {
  withBoard<T>(start: BoardStart, act: (board: OpenBoard) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DrawingsOptions {
  readonly clock: { after(delayMs: number, act: () => void): () => void }
  /** Time limit of one step; default 20 s. */
  readonly stepMs?: number
}

/** Starting the thread and reading fonts takes a second, so it is kept for a while. */
const IDLE_MS = 60_000
const STEP_MS = 20_000
const MEMORY_MB = 1_024

export function createDrawings({ clock, stepMs = STEP_MS }: DrawingsOptions): Drawings {
  let thread: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let cancel = (): void => undefined
  let closed = false

  async function end(): Promise<void> {
    cancel()
    const ending = thread
    thread = null
    await ending?.terminate()
  }

  function startThread(): Worker {
    const started = new Worker(new URL('./drawing-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    // Also while idle: an unhandled error event would end the process.
    started.on('error', () => forget(started)).on('exit', () => forget(started))
    started.unref()
    return started
  }

  function forget(worker: Worker): void {
    if (thread === worker) thread = null
  }

  function ask<R extends DrawingRequest>(request: R): Promise<DrawingAnswers[R['op']]> {
    thread ??= startThread()
    const asked = thread
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        stop()
        asked.off('message', hear).off('error', lose).off('exit', left)
        act()
      }
      const lose = (error: Error): void =>
        settle(() => {
          // The state of the thread is unknown, so the next request starts a new one.
          forget(asked)
          void asked.terminate()
          reject(error)
        })
      const left = (): void => lose(new Error('The drawing thread ended'))
      const hear = (reply: DrawingReply): void =>
        settle(() => {
          if ('failure' in reply) reject(new Error(reply.failure))
          else resolve(reply.answer as DrawingAnswers[R['op']])
        })
      const late = (): void => lose(new TookTooLong(`${request.op} took longer than ${stepMs} ms`))
      const stop = clock.after(stepMs, late)
      asked.on('message', hear).on('error', lose).on('exit', left)
      asked.postMessage(request)
    })
  }

  async function use<T>(start: BoardStart, act: (board: OpenBoard) => Promise<T>): Promise<T> {
    if (closed) throw new Error('Nothing is drawn any more')
    cancel()
    try {
      await ask({ op: 'open', start })
      return await act({
        async extend(runs) {
          await ask({ op: 'extend', runs })
        },
        contents: () => ask({ op: 'contents' }),
        draw: (order) => ask({ op: 'draw', order }),
      })
    } finally {
      // Boards are large; the idle thread keeps only its fonts.
      if (thread) await ask({ op: 'close' }).catch(() => undefined)
      cancel = clock.after(IDLE_MS, () => void end())
    }
  }

  return {
    withBoard(start, act) {
      const mine = last.then(() => use(start, act))
      last = mine.catch(() => undefined)
      return mine
    },
    async close() {
      closed = true
      await last
      await end()
    },
  }
}
