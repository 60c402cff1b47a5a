import { effect } from '@preact/signals-core'
import { closeCodes } from '@tavla/contract/realtime'
import { boardFormat } from '../platform/board-format.ts'
import { api } from '../platform/network/api.ts'
import { clock } from '../platform/dom/clock.ts'
import { onNetworkLost, onReconnect, openConnection } from '../platform/network/live-connection.ts'
import { randomFraction } from '../platform/random.ts'
import { openRoomSocket, type RoomSocket } from '../platform/network/room-socket.ts'
import { createTabSocket, type TabSocket } from '../platform/network/tab-socket.ts'
import type { Session } from './session.ts'

export interface Live {
  /** Opens a connection for the signed-in user; closing it removes all its listeners. */
  openSocket(): RoomSocket
  /** Opens the connection that `openSocket` returns next. */
  openSocketEarly(): void
  /** The live connection of this tab, for events outside of a board. */
  readonly tabSocket: TabSocket
}

export function createLive(session: Pick<Session, 'userInfo' | 'sessionInvalid'>): Live {
  const token = () => session.userInfo.peek()?.token ?? null
  const connect = (): RoomSocket => {
    const socket = openRoomSocket({
      token,
      ticket: (signal) => api.space.liveTicket({}, { quiet: true, signal }),
      connect: openConnection,
      clock,
      random: randomFraction,
      boardFormat,
      onSessionEnded: session.sessionInvalid,
      onClosed: logClose,
    })
    const disposers = [
      onReconnect(() => socket.reconnect()),
      onNetworkLost(() => socket.probe()),
      effect(() => {
        if (session.userInfo.value !== null) socket.renew()
      }),
    ]
    return {
      state: socket.state,
      clockAhead: socket.clockAhead,
      onNotification: (listener) => socket.onNotification(listener),
      onOnline: (listener) => socket.onOnline(listener),
      attachRoom: (room) => socket.attachRoom(room),
      send: (frame, payload) => socket.send(frame, payload),
      probe: () => socket.probe(),
      reconnect: () => socket.reconnect(),
      renew: () => socket.renew(),
      close() {
        for (const stop of disposers) stop()
        socket.close()
      },
    }
  }
  let early: RoomSocket | null = null
  const openSocket = (): RoomSocket => {
    const socket = early ?? connect()
    early = null
    return socket
  }
  return {
    openSocket,
    openSocketEarly: () => void (early ??= connect()),
    tabSocket: createTabSocket({
      open: openSocket,
      clock,
    }),
  }
}

/** Logged, because the close code is needed to diagnose connection problems. */
function logClose(code: number): void {
  const known = Object.entries(closeCodes).find(([, reason]) => reason.code === code)
  const cause = known ? known[0] : code === 0 ? 'no answer' : 'network'
  console.warn(`The live connection closed with code ${code} (${cause})`)
}
