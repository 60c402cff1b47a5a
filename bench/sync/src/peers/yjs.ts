import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { color, type JoinOptions, type Person } from './peer.ts'
import { RawSocket } from '../raw-socket.ts'

/** Differences between the protocols of Hocuspocus and y-websocket: URL and first messages. */
export interface YjsWire {
  path(board: string, index: number): string
  start(encoder: encoding.Encoder, board: string, index: number): void
  skipStart(decoder: decoding.Decoder): void
  /** Sent right after the socket opened. */
  readonly hello?: (board: string, index: number) => Uint8Array
  /** Type of acknowledgement messages. */
  readonly ackType?: number
  readonly headIsAck?: (head: Buffer) => boolean
}

const messageSync = 0
const messageAwareness = 1
const step1 = 0
const step2 = 1
const update = 2

/**
 * Yjs client: shapes are maps of fields in one map; cursor and gesture are awareness states, as in Yjs
 * whiteboards.
 */
export async function joinYjs(wire: YjsWire, joining: JoinOptions): Promise<Person> {
  const { port, board, index, watch } = joining
  const doc = new Y.Doc()
  const shapes = doc.getMap<Y.Map<unknown>>('shapes')
  const waiting: number[] = []
  let synced: () => void = () => undefined
  const isSynced = new Promise<void>((resolve) => (synced = resolve))
  const isDone = { sync: false }

  const message = (type: number, write: (encoder: encoding.Encoder) => void): Uint8Array => {
    const encoder = encoding.createEncoder()
    wire.start(encoder, board, index)
    encoding.writeVarUint(encoder, type)
    write(encoder)
    return encoding.toUint8Array(encoder)
  }

  function receive(payload: Buffer): void {
    const decoder = decoding.createDecoder(payload)
    wire.skipStart(decoder)
    const type = decoding.readVarUint(decoder)
    if (type === wire.ackType) {
      const serial = waiting.shift()
      if (serial !== undefined) joining.acked?.(serial)
      return
    }
    if (type === messageAwareness) {
      const states = decoding.createDecoder(decoding.readVarUint8Array(decoder))
      const count = decoding.readVarUint(states)
      for (let i = 0; i < count; i += 1) readState(states)
      return
    }
    if (type !== messageSync && type !== 4) return
    const kind = decoding.readVarUint(decoder)
    if (kind === step1) {
      const vector = decoding.readVarUint8Array(decoder)
      socket.send(
        message(messageSync, (encoder) => {
          encoding.writeVarUint(encoder, step2)
          encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(doc, vector))
        }),
      )
      return
    }
    if (watch || !isDone.sync) Y.applyUpdate(doc, decoding.readVarUint8Array(decoder), 'remote')
    if (kind === step2 && !isDone.sync) {
      isDone.sync = true
      synced()
    }
  }

  const lastSeen = new Map<number, string>()
  function readState(states: decoding.Decoder): void {
    const client = decoding.readVarUint(states)
    decoding.readVarUint(states)
    const state = JSON.parse(decoding.readVarString(states)) as {
      cursor?: { x: number; y: number }
      preview?: { x: number }
    } | null
    if (client === doc.clientID || !state || !watch) return
    // Awareness states are complete, so changes are found by comparison.
    const cursor = state.cursor ? `${state.cursor.x}` : ''
    const [hadCursor, hadPreview] = (lastSeen.get(client) ?? ' ').split(' ')
    if (cursor !== hadCursor) watch.cursors(1)
    const preview = state.preview ? `${state.preview.x}` : ''
    if (preview !== hadPreview && state.preview) watch.saw(state.preview.x)
    lastSeen.set(client, `${cursor} ${preview}`)
  }

  const socket = await RawSocket.open({
    port,
    path: wire.path(board, index),
    wants: (head) => watch !== undefined || !isDone.sync || (joining.draws && (wire.headIsAck?.(head) ?? false)),
    onMessage: receive,
    onClose: joining.onClose,
  })
  if (wire.hello) socket.send(wire.hello(board, index))
  socket.send(
    message(messageSync, (encoder) => {
      encoding.writeVarUint(encoder, step1)
      encoding.writeVarUint8Array(encoder, Y.encodeStateVector(doc))
    }),
  )
  await isSynced
  if (watch) {
    shapes.observeDeep((events, transaction) => {
      if (transaction.origin !== 'remote') return
      for (const event of events) {
        if (event.target === shapes) {
          for (const key of event.keys.keys()) watch.saw(shapes.get(key)?.get('x') as number)
        } else if (event.keys.has('x')) watch.saw((event.target as Y.Map<unknown>).get('x') as number)
      }
    })
  }
  doc.on('update', (bytes: Uint8Array, origin: unknown) => {
    if (origin === 'remote') return
    socket.send(
      message(messageSync, (encoder) => {
        encoding.writeVarUint(encoder, update)
        encoding.writeVarUint8Array(encoder, bytes)
      }),
    )
  })

  const state: Record<string, unknown> = { user: { name: `Person ${index}`, color: color(index) } }
  let clock = 0
  const show = (): void => {
    clock += 1
    const encoder = encoding.createEncoder()
    encoding.writeVarUint(encoder, 1)
    encoding.writeVarUint(encoder, doc.clientID)
    encoding.writeVarUint(encoder, clock)
    encoding.writeVarString(encoder, JSON.stringify(state))
    socket.send(message(messageAwareness, (out) => encoding.writeVarUint8Array(out, encoding.toUint8Array(encoder))))
  }

  let made = 0
  let current: Y.Map<unknown> | undefined
  return {
    cursor(x, y) {
      state['cursor'] = { x, y }
      show()
    },
    preview(serial) {
      state['preview'] = { id: `s${index}-${made}`, x: serial, y: 20, w: 120, h: 80 }
      show()
    },
    edit(serial) {
      if (wire.ackType !== undefined) waiting.push(serial)
      doc.transact(() => {
        if (current && made % 4 !== 0) {
          current.set('x', serial)
          current.set('y', made)
        } else {
          current = new Y.Map(Object.entries(shape(serial)))
          shapes.set(`s${index}-${made}`, current)
        }
      }, 'own')
      made += 1
    },
    close: () => socket.close(),
    get frames() {
      return socket.frames
    },
    get bytes() {
      return socket.bytes
    },
  }
}

function shape(x: number): Record<string, unknown> {
  return { kind: 'rect', parent: 'page-1', z: 'V', x, y: 20, w: 120, h: 80, r: 0, fill: 'blue', stroke: 'ink', text: '' }
}
