import { hocuspocus } from './hocuspocus.ts'
import type { Peer } from './peer.ts'
import { relay } from './relay.ts'
import { tavla } from './tavla.ts'
import { tldraw } from './tldraw.ts'
import { yWebsocket } from './y-websocket.ts'

export const peers: Readonly<Record<string, Peer>> = {
  tavla,
  hocuspocus,
  tldraw,
  'y-websocket': yWebsocket,
  relay,
}
