import { encodeBatch, encodeChanges } from '../../../../packages/canvas/src/document/codec/codec.ts'
import type { AcceptedEdit } from '../../../../packages/canvas/src/document/model/change.ts'
import {
  decodeServerFrame,
  encodeServerFrame,
  type RoomPerson,
  type ServerFrame,
} from '../../../../packages/contract/src/realtime/index.ts'

/** Interval of presence and preview messages, as on the server. */
const tickMs = 50
/** Interval of drops per user, each of which sends an edit. */
const editEveryMs = 1000

interface Movable {
  readonly id: string
  readonly x: number
  readonly y: number
}

/** Simulates other users by passing server messages to this page's socket. */
export function createRoomDouble() {
  let socket: WebSocket | undefined
  let page = ''
  let seq = 0
  const deliver = (frame: ServerFrame, payload?: Uint8Array): void => {
    socket?.dispatchEvent(new MessageEvent('message', { data: encodeServerFrame(frame, payload).buffer }))
  }
  const sendTick = (moved: readonly Movable[], tick: number): void => {
    const angle = (tick * tickMs) / 400
    const places = moved.map(({ id, x, y }, i) => ({
      id,
      x: x + Math.sin(angle + i) * 40,
      y: y + Math.cos(angle + i) * 30,
    }))
    deliver({
      t: 'presence',
      shown: places.map(({ x, y }, i) => ({
        c: `bench${i}`,
        showing: { cursor: [x, y] as [number, number] },
      })),
    })
    places.forEach(({ id, x, y }, i) => {
      deliver({ t: 'preview', c: `bench${i}` }, encodeChanges([{ op: 'patch', id, fields: { x, y } }]))
    })
    // Distributed over the second, as with real users.
    const perTick = editEveryMs / tickMs
    const settled = places.filter((_, i) => i % perTick === tick % perTick)
    if (settled.length === 0) return
    const edits = settled.map(({ id, x, y }, i): AcceptedEdit => {
      const name = `bench-${id}:${tick + 1}`
      const at = seq + i + 1
      return {
        seq: at,
        time: Date.now(),
        by: 'bench',
        id: name,
        base: seq,
        mark: name,
        changes: [{ op: 'patch', id, fields: { x, y } }],
      }
    })
    const batch = { from: seq + 1, to: seq + edits.length, edits }
    seq = batch.to
    deliver({ t: 'batch', from: batch.from, to: batch.to }, encodeBatch(batch))
  }
  return {
    receive(from: WebSocket, data: ArrayBuffer): void {
      const received = decodeServerFrame(new Uint8Array(data))
      if (typeof received === 'string') return
      socket = from
      const { frame } = received
      if (frame.t === 'welcome') seq = frame.seq
      if (frame.t === 'welcome') page = frame.chunks.find((chunk) => chunk.page !== '')?.page ?? ''
      if (frame.t === 'batch') seq = Math.max(seq, frame.to)
      if (frame.t === 'ack') seq = Math.max(seq, ...frame.acks.map((ack) => ack.seq))
    },
    play(moved: readonly Movable[], seconds: number): void {
      const joined = moved.map((_, i): RoomPerson => ({
        c: `bench${i}`,
        uid: `bench${i}`,
        name: `Person ${i}`,
        photo: null,
        role: 'editor',
        showing: { page },
      }))
      deliver({ t: 'presence', joined })
      let tick = 0
      const timer = setInterval(() => {
        sendTick(moved, tick++)
        if (tick * tickMs < seconds * 1000) return
        clearInterval(timer)
        moved.forEach((_, i) => deliver({ t: 'preview', c: `bench${i}` }, new Uint8Array(0)))
        deliver({ t: 'presence', gone: joined.map(({ c }) => c) })
      }, tickMs)
    },
  }
}
