import { signal } from '@preact/signals-core'
import type { BoardPosition } from '@tavla/canvas/model'
import { decodeClientFrame, encodeServerFrame } from '@tavla/contract/realtime'
import type { ClientFrame, ServerFrame } from '@tavla/contract/realtime'
import { fakeClock } from './fake-clock.ts'
import { openRoomSocket, type SocketConnection } from './network/room-socket.ts'
import type { CachedBoard } from './offline/cached-boards-database.ts'
import type { OfflineCache } from './offline/offline-cache.ts'
import { createRoomVisit, type VisitedReplica } from './offline/room-visit.ts'

/** A server controlled by the test; one connection per attempt. */
export class Line implements SocketConnection {
  binaryType: BinaryType = 'blob'
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number }) => void) | null = null
  readonly sentFrames: ClientFrame[] = []
  closed = false

  send(bytes: Uint8Array): void {
    const received = decodeClientFrame(bytes)
    if (typeof received === 'string') throw new Error(received)
    this.sentFrames.push(received.frame)
  }

  close(): void {
    this.closed = true
  }

  receive(frame: ServerFrame, payload?: Uint8Array): void {
    this.onmessage?.({ data: encodeServerFrame(frame, payload).buffer })
  }
}

/** An offline cache with one board, or none. */
export function createTestCache(
  cachedBoard: CachedBoard | null = null,
  parts: ReadonlyMap<string, Uint8Array> = new Map(),
) {
  const log: string[] = []
  const offlineCache: OfflineCache = {
    cachedBoard: cachedBoard,
    problem: signal(null),
    needsWholeBoard: false,
    has: (id) => parts.has(id),
    read: (id) => Promise.resolve(parts.get(id) ?? null),
    receiveWelcome: ({ seq }, tail, knownSeq) =>
      void log.push(`welcomed ${seq} ${tail.length} after ${knownSeq}`),
    chunk: (id, hash) => void log.push(`chunk ${id} ${hash}`),
    batch: ({ from, to, chain }) => void log.push(`batch ${from}-${to} ${chain}`),
    role: (role) => void log.push(`role ${role}`),
    clear: () => void log.push('forget'),
    flush: () => undefined,
    close: () => Promise.resolve(),
  }
  return { offlineCache, log }
}

export const flushMicrotasks = async (): Promise<void> => {
  for (let step = 0; step < 10; step += 1) await Promise.resolve()
}

/** A page with a live socket, whose server is the test. */
export async function page(offlineCache: OfflineCache = createTestCache().offlineCache) {
  const clock = fakeClock()
  const lines: Line[] = []
  let tickets = 0
  const session = { token: 'first' as string | null, ended: [] as (string | null)[] }
  const network = { isTicketLost: false, abandoned: 0 }
  const closes: number[] = []
  const socket = openRoomSocket({
    token: () => session.token,
    onSessionEnded: (token) => void session.ended.push(token),
    onClosed: (code) => void closes.push(code),
    ticket: (signal) => {
      signal.addEventListener('abort', () => (network.abandoned += 1))
      const answer = { ticket: `t${(tickets += 1)}`, url: 'ws://x/api/live' }
      return network.isTicketLost ? new Promise(() => undefined) : Promise.resolve(answer)
    },
    connect: () => {
      const line = new Line()
      lines.push(line)
      return line
    },
    clock,
    random: () => 1,
    boardFormat: 'b',
  })
  const log: string[] = []
  const replica = (seq = 0): VisitedReplica & { seq: number; position: BoardPosition | null } => ({
    seq,
    position: null,
    madeAt: null,
    receive: {
      welcome({ seq: at, tail, chunks, missedDeletes = [] }) {
        log.push(`welcome ${at} ${tail ? 'tail' : chunks.length}`)
        for (const { seq: of, by } of missedDeletes) log.push(`missed ${by}@${of}`)
      },
      chunk: (id, bytes) => void log.push(`chunk ${id} ${bytes.length}`),
      batch: (bytes) => void log.push(`batch ${bytes.length}`),
      ack: (acks) => void log.push(`ack ${acks.map((ack) => `${ack.id}@${ack.seq}`).join()}`),
      reject: ({ id, refusal }) => void log.push(`reject ${id} ${refusal.refused}`),
      role: (role) => void log.push(`role ${role}`),
      missedDeletes: (deletes) =>
        void log.push(`missed ${deletes.map(({ seq, by }) => `${by}@${seq}`).join()}`),
      closed: () => void log.push('closed'),
    },
  })
  const visit = createRoomVisit({
    socket,
    wid: 'w',
    uid: 'u',
    clock,
    inflate: (bytes) => Promise.resolve(bytes),
    offlineCache: offlineCache,
  })
  await flushMicrotasks()
  const up = async (): Promise<Line> => {
    await flushMicrotasks()
    const line = lines.at(-1)
    if (!line) throw new Error('no try')
    line.onopen?.()
    line.receive({ t: 'ready', uid: 'u', time: clock.now() + 500 })
    return line
  }
  return { clock, lines, socket, log, replica, visit, up, session, closes, network }
}
