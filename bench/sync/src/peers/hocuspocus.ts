import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import type { Peer } from './peer.ts'
import { joinYjs, type YjsWire } from './yjs.ts'

const messageAuth = 2
const messageSyncStatus = 8

/** Hocuspocus prefixes every message with the document name and requires a token first. */
export const hocuspocusWire: YjsWire = {
  path: () => '/',
  start: (encoder, board) => encoding.writeVarString(encoder, board),
  skipStart: (decoder) => void decoding.readVarString(decoder),
  hello(board) {
    const encoder = encoding.createEncoder()
    encoding.writeVarString(encoder, board)
    encoding.writeVarUint(encoder, messageAuth)
    encoding.writeVarUint(encoder, 0)
    encoding.writeVarString(encoder, 'token')
    encoding.writeVarString(encoder, '4.7.0')
    return encoding.toUint8Array(encoder)
  },
  ackType: messageSyncStatus,
  headIsAck: (head) => head[1 + head[0]!] === messageSyncStatus,
}

export const hocuspocus: Peer = {
  prepare: async (_port, boards) => Array.from({ length: boards }, (_, i) => `board-${i}`),
  join: (joining) => joinYjs(hocuspocusWire, joining),
}
