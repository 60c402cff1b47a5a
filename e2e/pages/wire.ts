import type { Page } from '@playwright/test'
import {
  decodeClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  type ClientFrame,
  type ReceivedFrame,
  type ServerFrame,
} from '../../packages/contract/src/realtime/index.ts'
import type { Person } from './people.ts'

type Sent = ReceivedFrame<ClientFrame>

/** Records every frame that a page sends over its socket from now on, also after a reload. */
export function overhear(page: Page): readonly Sent[] {
  const received: Sent[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const sent = typeof payload === 'string' ? 'text' : decodeClientFrame(new Uint8Array(payload))
      if (typeof sent !== 'string') received.push(sent)
    }),
  )
  return received
}

/** A socket without a page, which sends any frame. */
export class RawSocket {
  readonly #socket: WebSocket
  readonly #received: ServerFrame[] = []
  #sent: () => void = () => undefined

  /** Sends the page's `hello` with a ticket of this person's own. */
  static async open(person: Person, origin: string, asPageDid: readonly Sent[]): Promise<RawSocket> {
    const hello = asPageDid.map(({ frame }) => frame).find((frame) => frame.t === 'hello')
    if (!hello) throw new Error('the page has said no hello')
    const { ticket } = await person.api.space.liveTicket()
    const raw = new RawSocket(new WebSocket(`${origin.replace('http', 'ws')}/api/live`))
    await new Promise((resolve) => raw.#socket.addEventListener('open', resolve))
    raw.send({ t: 'hello', protocol: hello.protocol, schema: hello.schema, ticket })
    await raw.receive('ready')
    return raw
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      const received = decodeServerFrame(new Uint8Array(data as ArrayBuffer))
      if (typeof received === 'string') return
      this.#received.push(received.frame)
      this.#sent()
    })
  }

  send(frame: ClientFrame, payload?: Uint8Array): void {
    this.#socket.send(encodeClientFrame(frame, payload))
  }

  /** Resolves with the next frame of this kind, including one that has already arrived; each is returned once. */
  async receive<T extends ServerFrame['t']>(t: T): Promise<Extract<ServerFrame, { t: T }>> {
    for (;;) {
      const place = this.#received.findIndex((frame) => frame.t === t)
      if (place >= 0) return this.#received.splice(place, 1)[0] as Extract<ServerFrame, { t: T }>
      await new Promise<void>((resolve) => (this.#sent = resolve))
    }
  }

  close(): void {
    this.#socket.close()
  }
}
