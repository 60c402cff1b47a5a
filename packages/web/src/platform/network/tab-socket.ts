import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { Clock } from '../dom/clock.ts'
import type { RoomSocket } from './room-socket.ts'

export interface TabSocketOptions {
  /** Opens a connection without a board. */
  readonly open: () => RoomSocket
  readonly clock: Clock
}

/** The one live connection of this tab, shared by all subscribers. */
export interface TabSocket {
  /** The open board's connection, else one of its own while there are subscribers. Null: not connected. */
  readonly socket: ReadonlySignal<RoomSocket | null>
  /** Keeps the connection open until the returned function is called. */
  listen(): () => void
  /** An open board provides its connection, which then serves the whole tab. */
  offer(socket: RoomSocket): () => void
}

/** There are no subscribers for a moment while screens change. */
const closeDelayMs = 1_500

export function createTabSocket(options: TabSocketOptions): TabSocket {
  return new SharedTabSocket(options)
}

class SharedTabSocket implements TabSocket {
  readonly socket = signal<RoomSocket | null>(null)
  readonly #options: TabSocketOptions
  #listeners = 0
  #offered: RoomSocket | null = null
  #own: RoomSocket | null = null
  #cancelClose: () => void = () => undefined

  constructor(options: TabSocketOptions) {
    this.#options = options
  }

  listen(): () => void {
    this.#listeners += 1
    this.#update()
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#listeners -= 1
      this.#cancelClose()
      this.#cancelClose = this.#options.clock.after(closeDelayMs, () => this.#update())
    }
  }

  offer(socket: RoomSocket): () => void {
    this.#offered = socket
    this.#update()
    return () => {
      if (this.#offered !== socket) return
      this.#offered = null
      this.#update()
    }
  }

  #update(): void {
    const isNeeded = this.#offered === null && this.#listeners > 0
    if (!isNeeded) this.#close()
    else this.#own ??= this.#options.open()
    this.socket.value = this.#offered ?? this.#own
  }

  #close(): void {
    this.#own?.close()
    this.#own = null
  }
}
