import type { Peer } from './peer.ts'
import { joinYjs, type YjsWire } from './yjs.ts'

/** y-websocket has the document name in the URL and sends no acknowledgements. */
export const yWebsocketWire: YjsWire = {
  path: (board) => `/${board}`,
  start: () => undefined,
  skipStart: () => undefined,
}

export const yWebsocket: Peer = {
  prepare: async (_port, boards) => Array.from({ length: boards }, (_, i) => `board-${i}`),
  join: (joining) => joinYjs(yWebsocketWire, joining),
}
