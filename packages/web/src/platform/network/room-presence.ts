import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { RoomPerson, ServerFrame, PresenceState } from '@tavla/contract/realtime'
import type { Clock } from '../dom/clock.ts'
import type { RoomSocket } from './room-socket.ts'

type PreviewListener = (c: string, edit: Uint8Array | null) => void

/** Who is in the room, and what each shows while it lasts; nothing of it is kept. */
export interface Presence {
  /** Everybody here, one entry a tab, this tab too (`self`). */
  readonly people: ReadonlySignal<ReadonlyMap<string, RoomPerson>>
  /** This tab's name in the room; empty while not joined. */
  readonly self: ReadonlySignal<string>
  /** Shows cursor, page, view or selection to the others; sent at most 20 times a second, the latest counts. */
  show(showing: PresenceState): void
  /** Shows a gesture in flight, as an encoded edit; null ends it. */
  preview(edit: Uint8Array | null): void
  /** Gestures of others as they come; null when one ends or its tab goes. */
  onPreview(listener: PreviewListener): () => void
}

const everyMs = 50
const nothing = new Uint8Array(0)

export class RoomPresence implements Presence {
  readonly people = signal<ReadonlyMap<string, RoomPerson>>(new Map())
  readonly self = signal('')
  readonly #socket: RoomSocket
  readonly #clock: Clock
  readonly #listeners = new Set<PreviewListener>()
  #showing: PresenceState | null = null
  #unsent: PresenceState | null = null
  #unsentPreview: Uint8Array | null = null
  #cancel: (() => void) | null = null

  constructor(socket: RoomSocket, clock: Clock) {
    this.#socket = socket
    this.#clock = clock
  }

  show(showing: PresenceState): void {
    this.#showing = { ...this.#showing, ...showing }
    this.#unsent = { ...this.#unsent, ...showing }
    this.#soon()
  }

  preview(edit: Uint8Array | null): void {
    this.#unsentPreview = edit ?? nothing
    this.#soon()
  }

  onPreview(listener: PreviewListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  joined({ c, people }: Extract<ServerFrame, { t: 'welcome' }>): void {
    this.self.value = c
    this.people.value = new Map(people.map((person) => [person.c, person]))
  }

  /** This tab's presence is sent again to a room that it has just joined. */
  showAgain(): void {
    this.#unsent = this.#showing
    this.#soon()
  }

  changed(frame: Extract<ServerFrame, { t: 'presence' }>): void {
    const people = new Map(this.people.peek())
    for (const person of frame.joined ?? []) people.set(person.c, person)
    for (const { c, showing } of frame.shown ?? []) {
      const person = people.get(c)
      if (person) people.set(c, { ...person, showing: { ...person.showing, ...showing } })
    }
    for (const c of frame.gone ?? []) {
      people.delete(c)
      this.previewed(c, null)
    }
    this.people.value = people
  }

  previewed(c: string, edit: Uint8Array | null): void {
    for (const listener of this.#listeners) listener(c, edit)
  }

  out(): void {
    this.self.value = ''
    for (const c of this.people.peek().keys()) this.previewed(c, null)
    this.people.value = new Map()
  }

  dispose(): void {
    this.#cancel?.()
    this.out()
  }

  /** Sends now what gathered, then nothing for 50 ms. */
  #soon(): void {
    if (this.#cancel) return
    this.#send()
    this.#cancel = this.#clock.after(everyMs, () => {
      this.#cancel = null
      if (this.#unsent || this.#unsentPreview) this.#soon()
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
