import { api } from '../platform/api.ts'
import { clock } from '../platform/clock.ts'
import { onNetworkGone, onWake, openWire } from '../platform/live-wire.ts'
import { randomShare } from '../platform/random.ts'
import { openRoomSocket, type RoomSocket } from '../platform/room-socket.ts'
import { storage } from '../platform/storage.ts'
import { keys } from '../platform/storage-keys.ts'
import { createTabSocket } from '../platform/tab-socket.ts'

const quiet = { quiet: true }

/** A connection without a board. It says hello like every other one, so it needs to know the board's format, too. */
async function openOwn(): Promise<RoomSocket> {
  const { FORMAT_HASH } = await import('@tavla/canvas/model')
  const socket = openRoomSocket({
    ticket: () => api.space.liveTicket({}, quiet),
    connect: openWire,
    clock,
    random: randomShare,
    boardFormat: FORMAT_HASH,
  })
  const stops = [onWake(() => socket.wake()), onNetworkGone(() => socket.doubt())]
  return {
    state: socket.state,
    clockAhead: socket.clockAhead,
    onNotice: (listener) => socket.onNotice(listener),
    onOnline: (listener) => socket.onOnline(listener),
    use: (room) => socket.use(room),
    send: (frame, payload) => socket.send(frame, payload),
    doubt: () => socket.doubt(),
    wake: () => socket.wake(),
    close() {
      for (const stop of stops) stop()
      socket.close()
    },
  }
}

/** The live connection of this tab, for whatever is told beside a board. */
export const tabSocket = createTabSocket({
  open: openOwn,
  async stillSignedIn() {
    const token = storage.read(keys.userinfo)?.token
    if (token === undefined) return false
    await api.auth.loggedin({ token }, quiet)
    return true
  },
  clock,
})
