import { computed } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { Person, PresencePort, PresenceState } from '@tavla/canvas'
import { decodeChanges, encodeChanges } from '@tavla/canvas/model'
import { frameLimits } from '@tavla/contract/realtime'
import type { RoomPerson, PresenceState as WireShowing } from '@tavla/contract/realtime'
import type { Presence } from '../../../platform/network/room-presence.ts'

/** Presence of the room in the board's format; previews are sent as encoded changes. */
export function createPresencePort(
  presence: Presence,
  speaking: ReadonlySignal<ReadonlySet<string>>,
): PresencePort {
  return {
    people: computed(() => {
      const self = presence.self.value
      const heard = speaking.value
      return [...presence.people.value.values()]
        .filter(({ c }) => c !== self)
        .map((person) => getPerson(person, heard.has(person.uid)))
    }),
    show: (showing) => presence.show(toFrame(showing)),
    preview(changes) {
      const bytes = changes && encodeChanges(changes)
      // A gesture too large for previews is sent only when it ends.
      presence.preview(bytes && bytes.length <= frameLimits.preview ? bytes : null)
    },
    observePreviews: (listener) =>
      presence.onPreview((c, bytes) => {
        try {
          listener(c, bytes && decodeChanges(bytes))
        } catch {
          // Invalid previews are not shown; the room validates the edit itself.
          listener(c, null)
        }
      }),
  }
}

function getPerson({ c, uid, name, color, showing }: RoomPerson, isSpeaking: boolean): Person {
  const { cursor, view, ...same } = showing
  return {
    key: c,
    uid,
    name,
    ...(color !== undefined && { color }),
    ...(isSpeaking && { speaking: true }),
    showing: {
      ...defined(same),
      ...(cursor === undefined ? {} : { cursor: cursor && { x: cursor[0], y: cursor[1] } }),
      ...(view === undefined ? {} : { view: view && { x: view[0], y: view[1], w: view[2], h: view[3] } }),
    },
  }
}

function toFrame({ page, cursor, view, selection, tool, caret }: PresenceState): WireShowing {
  return defined({
    page,
    cursor: cursor && ([cursor.x, cursor.y] as [number, number]),
    view: view && ([view.x, view.y, view.w, view.h] as [number, number, number, number]),
    selection: selection && selection.slice(0, frameLimits.selectionIds),
    tool,
    caret,
  })
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Omits undefined fields: absent fields keep their value, undefined ones would overwrite it. */
function defined<T extends object>(fields: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Defined<T>
  >
}
