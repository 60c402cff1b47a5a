import { chunk, getTlsyncProtocolVersion, JsonChunkAssembler } from '@tldraw/sync-core'
import { createTLSchema } from '@tldraw/tlschema'
import { RawSocket } from '../raw-socket.ts'
import { color, type Peer } from './peer.ts'
import { geo } from './tldraw-records.ts'

export const schema = createTLSchema().serialize()

interface DataEvent {
  readonly type: string
  readonly diff?: Record<string, readonly [string, Record<string, unknown>?]>
  readonly clientClock?: number
}

const pings = '{"type":"ping"}'

/**
 * tldraw's sync protocol: pushes of record diffs with presence, as sent by its client. A drag consists of
 * document changes.
 */
export const tldraw: Peer = {
  prepare: async (_port, boards) => Array.from({ length: boards }, (_, i) => `board-${i}`),
  async join({ port, board, index, watch, acked, onClose, draws }) {
    const assembler = new JsonChunkAssembler()
    let clock = 0
    const waiting = new Map<number, number>()
    let connected: () => void = () => undefined
    const isConnected = new Promise<void>((resolve) => (connected = resolve))
    let isIn = false
    const own = `shape:s${index}-`

    function take(event: DataEvent): void {
      if (event.type === 'push_result') {
        const serial = waiting.get(event.clientClock!)
        waiting.delete(event.clientClock!)
        if (serial !== undefined) acked?.(serial)
        return
      }
      if (!watch || event.type !== 'patch') return
      for (const [id, [op, what]] of Object.entries(event.diff ?? {})) {
        if (id.startsWith('instance_presence:')) watch.cursors(1)
        else if (!id.startsWith(own) && what) {
          const x = op === 'put' ? what['x'] : (what['x'] as [string, number] | undefined)?.[1]
          if (typeof x === 'number') watch.saw(x)
        }
      }
    }

    const socket = await RawSocket.open({
      port,
      path: `/${board}?session=s${index}`,
      wants: () => !isIn || watch !== undefined,
      onMessage(payload) {
        const whole = assembler.handleMessage(payload.toString())
        if (!whole) return
        if ('error' in whole) throw whole.error
        const message = whole.data as DataEvent & { readonly data?: readonly DataEvent[] }
        if (message.type === 'connect') {
          isIn = true
          connected()
        } else if (message.type === 'data') for (const event of message.data ?? []) take(event)
        else take(message)
      },
      onClose,
    })
    const send = (message: object): void => {
      for (const piece of chunk(JSON.stringify(message))) socket.send(piece)
    }
    send({
      type: 'connect',
      connectRequestId: `c${index}`,
      lastServerClock: -1,
      protocolVersion: getTlsyncProtocolVersion(),
      schema,
    })
    await isConnected
    const push = (more: object): number => {
      clock += 1
      send({ type: 'push', clientClock: clock, ...more })
      return clock
    }
    const presence = {
      id: `instance_presence:p${index}`,
      typeName: 'instance_presence',
      userId: `user:u${index}`,
      userName: `Person ${index}`,
      lastActivityTimestamp: 0,
      followingUserId: null,
      cursor: { x: 0, y: 0, type: 'default', rotation: 0 },
      color: color(index),
      camera: { x: 0, y: 0, z: 1 },
      screenBounds: { x: 0, y: 0, w: 1280, h: 800 },
      selectedShapeIds: [],
      currentPageId: 'page:page',
      brush: null,
      scribbles: [],
      chatMessage: '',
      meta: {},
    }
    push({ presence: ['put', presence] })
    const heart = setInterval(() => socket.send(pings), 5_000)
    let made = 0
    let current = ''
    return {
      cursor(x, y) {
        const cursor = ['put', { x, y, type: 'default', rotation: 0 }]
        push({ presence: ['patch', { cursor, lastActivityTimestamp: ['put', clock] }] })
      },
      preview(serial) {
        if (current) push({ diff: { [current]: ['patch', { x: ['put', serial], y: ['put', 20] }] } })
      },
      edit(serial) {
        let diff: object
        if (current && made % 4 !== 0) {
          diff = { [current]: ['patch', { x: ['put', serial], y: ['put', made] }] }
        } else {
          current = `${own}${made}`
          diff = { [current]: ['put', geo(current, serial, 20, 120, 80)] }
        }
        const number = push({ diff })
        if (draws) waiting.set(number, serial)
        made += 1
      },
      close() {
        clearInterval(heart)
        socket.close()
      },
      get frames() {
        return socket.frames
      },
      get bytes() {
        return socket.bytes
      },
    }
  },
}
