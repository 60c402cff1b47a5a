import type { SocketConnection } from './room-socket.ts'

/** The browser's own WebSocket; a relative address is of this origin. */
export function openConnection(url: string): SocketConnection {
  const socket = new WebSocket(url)
  const wire: SocketConnection = {
    get binaryType() {
      return socket.binaryType
    },
    set binaryType(type) {
      socket.binaryType = type
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (bytes) => socket.send(bytes),
    close: () => socket.close(),
  }
  socket.onopen = () => wire.onopen?.()
  socket.onmessage = (event) => wire.onmessage?.(event)
  socket.onclose = (event) => wire.onclose?.(event)
  return wire
}

/** Tells when the page is hidden or left: on many devices the last moment in which anything can be done. */
export function onLeave(leave: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', hidden)
  }
}

/** Tells when the browser has lost its network, as far as it knows. */
export function onNetworkGone(gone: () => void): () => void {
  window.addEventListener('offline', gone)
  return () => window.removeEventListener('offline', gone)
}

/** True does not mean that anything can be reached; false is sure, except of servers on this very machine. */
export function isProbablyOnline(): boolean {
  return navigator.onLine
}

/** Tells when the network or the tab comes back. */
export function onReconnect(reconnect: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') reconnect()
  }
  window.addEventListener('online', reconnect)
  document.addEventListener('visibilitychange', seen)
  return () => {
    window.removeEventListener('online', reconnect)
    document.removeEventListener('visibilitychange', seen)
  }
}
