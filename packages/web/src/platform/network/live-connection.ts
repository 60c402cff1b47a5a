import type { SocketConnection } from './room-socket.ts'

/** The browser's WebSocket; a relative URL is on this origin. */
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

/** Calls back when the page is hidden or closed, which on many devices is the last opportunity to act. */
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

/** Calls back when the browser has lost its network connection. */
export function onNetworkGone(gone: () => void): () => void {
  window.addEventListener('offline', gone)
  return () => window.removeEventListener('offline', gone)
}

/** True does not mean that the server can be reached; false is reliable, except for servers on the same machine. */
export function isProbablyOnline(): boolean {
  return navigator.onLine
}

/** Calls back when the network or the tab returns. */
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
