import type { ReadonlySignal } from '@preact/signals-core'
import { createReplica } from '@tavla/canvas'
import type { Replica } from '@tavla/canvas'
import { boardSchemas, FORMAT_HASH } from '@tavla/canvas/model'
import type { Role } from '@tavla/contract'
import { api } from '../../../platform/api.ts'
import { clock } from '../../../platform/clock.ts'
import { inflate } from '../../../platform/inflate.ts'
import { onWake, openWire } from '../../../platform/live-wire.ts'
import { openOutbox } from '../../../platform/outbox.ts'
import type { RoomOutbox } from '../../../platform/outbox.ts'
import { randomId, randomShare } from '../../../platform/random.ts'
import { openRoomSocket } from '../../../platform/room-socket.ts'
import type { SocketState } from '../../../platform/room-socket.ts'
import { visitRoom } from '../../../platform/room-visit.ts'
import type { RoomVisit } from '../../../platform/room-visit.ts'
import { openUndoStore } from '../../../platform/undo-store.ts'

/** One stay on a board: the live connection, and the board as this tab knows it. */
export interface Room {
  readonly visit: RoomVisit
  readonly replica: Replica
  readonly socket: ReadonlySignal<SocketState>
  readonly outbox: Pick<RoomOutbox, 'keeping' | 'coordinated'>
  /** Tries again now instead of waiting. */
  wake(): void
  leave(): void
}

export interface RoomPlace {
  readonly wid: string
  readonly uid: string
  /** As `space/info` said; the room's own word follows. */
  readonly role: Role
}

const LAST_WORDS_MS = 500

/** Opens outbox and socket, takes up what could not be sent before, and joins. */
export async function openRoom({ wid, uid, role }: RoomPlace): Promise<Room> {
  const tab = randomId()
  const host = { indexedDB: globalThis.indexedDB, locks: navigator.locks as LockManager | undefined }
  const outbox = await openOutbox({ uid, wid, tab }, host)
  const socket = openRoomSocket({
    ticket: () => api.space.liveTicket({}, { quiet: true }),
    connect: openWire,
    clock,
    random: randomShare,
    boardFormat: FORMAT_HASH,
  })
  const visit = visitRoom({ socket, wid, clock, inflate })
  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid, may: role },
    tab,
    outbox,
    undoStore: openUndoStore({ uid, wid }, { indexedDB: globalThis.indexedDB, now: clock.now }),
    link: visit,
    clock,
  })
  await replica.start()
  const stopAdopting = outbox.onOrphans((entries) => replica.adopt(entries))
  visit.start(replica)
  const stopWaking = onWake(() => socket.wake())
  return {
    visit,
    replica,
    socket: socket.state,
    outbox,
    wake: () => socket.wake(),
    leave() {
      stopWaking()
      stopAdopting()
      replica.dispose()
      // What was typed last goes into the outbox now and out after that; the connection stays for as long.
      clock.after(LAST_WORDS_MS, () => {
        visit.leave()
        socket.close()
        void outbox.close()
      })
    },
  }
}
