import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { RoomPerson, ServerFrame, PresenceState } from '@tavla/contract/realtime'
import type { Clock } from '../dom/clock.ts'
import type { RoomSocket } from './room-socket.ts'

type PreviewListener = (c: string, edit: Uint8Array | null) => void

/** People in the room and their presence; nothing of it is stored. */
export interface Presence {
  /** All connected tabs, including this one (`self`). */
  readonly people: ReadonlySignal<ReadonlyMap<string, RoomPerson>>
  /** Connection id of this tab in the room; empty while not joined. */
  readonly self: ReadonlySignal<string>
  /** Sends cursor, page, view or selection; at most 20 times per second, the latest values win. */
  show(showing: PresenceState): void
  /** Sends a preview of the gesture in progress as an encoded edit; null ends it. */
  preview(edit: Uint8Array | null): void
  /** Previews of others; null when one ends or its tab disconnects. */
  onPreview(listener: PreviewListener): () => void
}

const sendEveryMs = 50
const emptyPreview = new Uint8Array(0)

export class RoomPresence implements Presence {
  readonly people = signal<ReadonlyMap<string, RoomPerson>>(new Map())
  readonly self = signal('')
  readonly #socket: RoomSocket
  readonly #clock: Clock
  readonly #listeners = new Set<PreviewListener>()
  #state: PresenceState | null = null
  #unsent: PresenceState | null = null
  #unsentPreview: Uint8Array | null = null
  #cancel: (() => void) | null = null

  constructor(socket: RoomSocket, clock: Clock) {
    this.#socket = socket
    this.#clock = clock
  }

  show(showing: PresenceState): void {
    this.#state = { ...this.#state, ...showing }
    this.#unsent = { ...this.#unsent, ...showing }
    this.#scheduleSend()
  }

  preview(edit: Uint8Array | null): void {
    this.#unsentPreview = edit ?? emptyPreview
    this.#scheduleSend()
  }

  onPreview(listener: PreviewListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  handleJoined({ c, people }: Extract<ServerFrame, { t: 'welcome' }>): void {
    this.self.value = c
    this.people.value = new Map(people.map((person) => [person.c, person]))
  }

  /** Sends this tab's presence again after joining. */
  resend(): void {
    this.#unsent = this.#state
    this.#scheduleSend()
  }

  handleChange(frame: Extract<ServerFrame, { t: 'presence' }>): void {
    const people = new Map(this.people.peek())
    for (const person of frame.joined ?? []) people.set(person.c, person)
    for (const { c, showing } of frame.shown ?? []) {
      const person = people.get(c)
      if (person) people.set(c, { ...person, showing: { ...person.showing, ...showing } })
    }
    for (const c of frame.gone ?? []) {
      people.delete(c)
      this.handlePreview(c, null)
    }
    this.people.value = people
  }

  handlePreview(c: string, edit: Uint8Array | null): void {
    for (const listener of this.#listeners) listener(c, edit)
  }

  clear(): void {
    this.self.value = ''
    for (const c of this.people.peek().keys()) this.handlePreview(c, null)
    this.people.value = new Map()
  }

  dispose(): void {
    this.#cancel?.()
    this.clear()
  }

  /** Sends the collected values, then nothing for 50 ms. */
  #scheduleSend(): void {
    if (this.#cancel) return
    this.#send()
    this.#cancel = this.#clock.after(sendEveryMs, () => {
      this.#cancel = null
      if (this.#unsent || this.#unsentPreview) this.#scheduleSend()
    })
  }

  #send(): void {
    if (this.self.peek() === '') return
    if (this.#unsent) this.#socket.send({ t: 'presence', ...this.#unsent })
    if (this.#unsentPreview) this.#socket.send({ t: 'preview' }, this.#unsentPreview)
    this.#unsent = null
    this.#unsentPreview = null
  }
}
