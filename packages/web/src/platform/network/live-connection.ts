import type { SocketConnection } from './room-socket.ts'

/** The browser's WebSocket; a relative URL is on this origin. */
export function openConnection(url: string): SocketConnection {
  const socket = new WebSocket(url)
  const connection: SocketConnection = {
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
  socket.onopen = () => connection.onopen?.()
  socket.onmessage = (event) => connection.onmessage?.(event)
  socket.onclose = (event) => connection.onclose?.(event)
  return connection
}

/** Calls back when the page is hidden or closed, which on many devices is the last opportunity to act. */
export function onLeave(leave: () => void): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

/** Calls back when the browser has lost its network connection. */
export function onNetworkLost(listener: () => void): () => void {
  window.addEventListener('offline', listener)
  return () => window.removeEventListener('offline', listener)
}

/** True does not mean that the server can be reached; false is reliable, except for servers on the same machine. */
export function isProbablyOnline(): boolean {
  return navigator.onLine
}

/** Calls back when the network or the tab returns. */
export function onReconnect(reconnect: () => void): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') reconnect()
  }
  window.addEventListener('online', reconnect)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    window.removeEventListener('online', reconnect)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
