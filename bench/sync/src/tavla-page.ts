import { inflateRawSync } from 'node:zlib'
// As in a browser, whose content security policy forbids generated code: generating it takes longer than opening.
import '../../../packages/canvas/src/no-eval.ts'
import { WebSocket } from 'ws'
import { boardSchemas } from '../../../packages/canvas/src/model.ts'
import type { Replica } from '../../../packages/canvas/src/replica/ports.ts'
import { createReplica } from '../../../packages/canvas/src/replica/replica.ts'
import { decodeServerFrame, encodeClientFrame } from '../../../packages/contract/src/realtime/index.ts'
import type { ClientFrame, ServerFrame } from '../../../packages/contract/src/realtime/index.ts'
import { hello, requestTicket } from './peers/tavla.ts'

export interface PageOptions {
  readonly port: number
  readonly board: string
  readonly token: string
  readonly tab: string
  readonly view?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  /** Called after the replica has processed it. */
  readonly onFrame?: (frame: ServerFrame) => void
}

export const firstPage = 'page-1'

/** A Tavla page without user interface: the shipped replica with a WebSocket. */
export class TavlaPage {
  readonly replica: Replica
  /** Time when the socket started to open. */
  readonly beganAt: number
  bytes = 0
  readonly complete: Promise<void>
  readonly #socket: WebSocket
  readonly #room: { readonly wid: string }

  private constructor(options: PageOptions, ticket: string) {
    const { port, board, tab, view } = options
    const place = view && { page: firstPage, box: [view.x, view.y, view.w, view.h] as [number, number, number, number] }
    this.#room = { wid: board, ...(place ? { view: place } : {}) }
    this.replica = createReplica({
      kinds: boardSchemas,
      actor: { uid: 'bench', role: 'editor' },
      tab,
      outbox: { load: async () => [], add: async () => undefined, remove: async () => undefined },
      link: {
        sendEdit: (bytes) => this.send({ t: 'edit' }, bytes),
        need: (chunks) => this.send({ t: 'need', chunks: [...chunks] }),
        rejoin: () => void this.#join(),
        missedDeletesSeen: () => undefined,
      },
      clock: {
        now: () => performance.now(),
        after(ms, run) {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
      },
    })
    if (view) this.replica.setView((page) => (page === firstPage ? view : undefined))
    this.beganAt = performance.now()
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`)
    this.complete = new Promise((resolve, reject) => {
      this.#socket.on('error', reject)
      this.#socket.on('open', () => this.#socket.send(hello(ticket, this.#room)))
      this.#socket.on('close', (code) => {
        this.replica.receive.closed()
        reject(new Error(`the socket closed: ${code}`))
      })
      this.#socket.on('message', (data: Buffer) => {
        this.bytes += data.length
        const received = decodeServerFrame(data)
        if (typeof received === 'string') return reject(new Error(`a frame is ${received}`))
        const { frame, payload } = received
        if (frame.t === 'refused' && !frame.retry) return reject(new Error(JSON.stringify(frame)))
        this.#take(frame, payload)
        options.onFrame?.(frame)
        if (this.replica.progress.value.complete) resolve()
      })
    })
    // Rejects pending waits; without any, this side closed the socket.
    this.complete.catch(() => undefined)
  }

  static async open(options: PageOptions): Promise<TavlaPage> {
    const page = new TavlaPage(options, await requestTicket(options.port, options.token))
    await page.replica.start()
    return page
  }

  send(frame: ClientFrame, payload?: Uint8Array): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.#socket.send(encodeClientFrame(frame, payload))
    return true
  }

  close(): void {
    this.#socket.terminate()
    this.replica.dispose()
  }

  #join(): void {
    const { position } = this.replica
    const held = position ? { lastSeq: position.seq, epoch: position.epoch, chain: position.chain } : {}
    this.send({ t: 'join', ...this.#room, ...held })
  }

  #take(frame: ServerFrame, payload: Uint8Array): void {
    const { receive } = this.replica
    switch (frame.t) {
      case 'refused':
        // The lease of a killed server must expire first.
        setTimeout(() => this.#join(), 200)
        return
      case 'catchUp':
        return this.#join()
      case 'welcome':
        return receive.welcome({
          seq: frame.seq,
          epoch: frame.epoch,
          chain: frame.chain,
          diverged: frame.diverged,
          role: frame.role,
          tail: frame.tail ? payload : null,
          chunks: frame.chunks.map(({ box, ...info }) => ({
            ...info,
            box: box && { x: box[0], y: box[1], w: box[2], h: box[3] },
          })),
        })
      case 'chunk':
        return receive.chunk(frame.id, inflateRawSync(payload))
      case 'batch':
        return receive.batch(payload, frame.chain)
      case 'ack':
        return receive.ack(frame.acks.map(({ skipped = [], ...ack }) => ({ ...ack, skipped })))
      case 'reject':
        return receive.reject({
          id: frame.id,
          refusal: { refused: frame.reason, message: frame.message },
          correction: payload.length > 0 ? inflateRawSync(payload) : null,
        })
      case 'role':
        return receive.role(frame.role)
    }
  }
}
