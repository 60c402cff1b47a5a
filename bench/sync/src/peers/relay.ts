import { randomBytes } from 'node:crypto'
import { RawSocket } from '../raw-socket.ts'
import type { Peer } from './peer.ts'

/**
 * Overhead of AES-GCM, with which Excalidraw encrypts messages. Encryption itself is omitted, because it would
 * only slow down the load generator.
 */
const sealBytes = 16
const iv = randomBytes(12)

/** socket.io over a WebSocket, with payloads of the size of Excalidraw's, which contain whole elements. */
export const relay: Peer = {
  prepare: async (_port, boards) => Array.from({ length: boards }, (_, i) => `board-${i}`),
  async join({ port, board, index, watch, onClose }) {
    let joined: () => void = () => undefined
    const isJoined = new Promise<void>((resolve) => (joined = resolve))
    let isIn = false
    let expected = 0
    const parts: Buffer[] = []

    function take(sealed: Buffer): void {
      const header = JSON.parse(sealed.subarray(0, sealed.length - sealBytes).toString()) as {
        type: string
        payload: { elements?: { x: number }[] }
      }
      if (header.type === 'MOUSE_LOCATION') watch?.cursors(1)
      else for (const { x } of header.payload.elements ?? []) watch?.saw(x)
    }

    const socket = await RawSocket.open({
      port,
      path: '/socket.io/?EIO=4&transport=websocket',
      // Heartbeats have one byte.
      wants: (_head, length) => watch !== undefined || !isIn || length === 1,
      onMessage(payload, isText) {
        if (!isText) {
          if (expected === 0) return
          parts.push(Buffer.from(payload))
          if (parts.length < expected) return
          expected = 0
          take(parts[0]!)
          parts.length = 0
          return
        }
        const text = payload.toString()
        if (text === '2') socket.send('3')
        else if (text.startsWith('0')) socket.send('40')
        else if (text.startsWith('40')) socket.send(`42${JSON.stringify(['join-room', board])}`)
        else if (text.startsWith('42')) {
          isIn = true
          joined()
        } else if (text.startsWith('45')) expected = Number(/^45(\d+)-/.exec(text)?.[1] ?? 0)
      },
      onClose,
    })
    await isJoined
    const holder = (num: number): object => ({ _placeholder: true, num })
    const header = (event: string): string => `452-${JSON.stringify([event, board, holder(0), holder(1)])}`
    const headers = { sure: header('server-broadcast'), volatile: header('server-volatile-broadcast') }
    const emit = (how: keyof typeof headers, message: object): void => {
      const text = Buffer.from(JSON.stringify(message))
      socket.send(headers[how])
      socket.send(Buffer.concat([text, iv, Buffer.alloc(sealBytes - iv.length)]))
      socket.send(iv)
    }
    let made = 0
    let version = 1
    const update = (serial: number): void => {
      version += 1
      const elements = [element(`s${index}-${made - (made % 4)}`, serial, version)]
      emit('sure', { type: 'SCENE_UPDATE', payload: { elements } })
    }
    return {
      cursor(x, y) {
        const pointer = { x, y, tool: 'pointer' }
        const payload = { socketId: `s${index}`, pointer, button: 'up', selectedElementIds: {}, username: `Person ${index}` }
        emit('volatile', { type: 'MOUSE_LOCATION', payload })
      },
      preview: update,
      edit(serial) {
        update(serial)
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
  },
}

/** All fields of an Excalidraw element. */
function element(id: string, x: number, version: number): object {
  return {
    id,
    type: 'rectangle',
    x,
    y: 20,
    width: 120,
    height: 80,
    angle: 0,
    strokeColor: '#1e1e1e',
    backgroundColor: '#a5d8ff',
    fillStyle: 'solid',
    strokeWidth: 2,
    strokeStyle: 'solid',
    roughness: 1,
    opacity: 100,
    groupIds: [],
    frameId: null,
    index: 'a1',
    roundness: { type: 3 },
    seed: 1968410350,
    version,
    versionNonce: (version * 2654435761) % 2147483647,
    isDeleted: false,
    boundElements: null,
    updated: 1_700_000_000_000 + version,
    link: null,
    locked: false,
  }
}
