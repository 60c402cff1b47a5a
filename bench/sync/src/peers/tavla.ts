import {
  boardSchemas,
  decodeBatch,
  decodeChanges,
  encodeChanges,
  encodeEdit,
  FORMAT_HASH,
} from '../../../../packages/canvas/src/model.ts'
import type { Change, NewRecord } from '../../../../packages/canvas/src/model.ts'
import {
  currentVersion,
  decodeServerFrame,
  encodeClientFrame,
} from '../../../../packages/contract/src/realtime/index.ts'
import { RawSocket } from '../raw-socket.ts'
import type { Peer, Watch } from './peer.ts'

/** Below the limit of sockets per account. */
const perPerson = 50

export const rectDefaults = boardSchemas.find(({ kind }) => kind === 'rect')!.defaults

/** A different client address per call, as with real users, because the server limits calls by address. */
let calls = 0

export async function call(
  port: number,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<Record<string, unknown>> {
  calls += 1
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      ...(token === '' ? {} : { token }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { code, message, data } = (await answer.json()) as {
    code: number
    message: string
    data: Record<string, unknown>
  }
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

export async function register(port: number, name: string): Promise<string> {
  const email = `${name}@example.com`
  const { token } = await call(port, 'POST', '/api/user/register', '', {
    email,
    password: 'a long enough password',
    name,
  })
  return String(token)
}

export async function requestTicket(port: number, token: string): Promise<string> {
  return String((await call(port, 'POST', '/api/live/ticket', token, {}))['ticket'])
}

export function hello(ticket: string, room?: object): Uint8Array {
  const { protocol, frames } = currentVersion
  return encodeClientFrame({
    t: 'hello',
    protocol,
    schema: { frames, board: FORMAT_HASH },
    ticket,
    ...(room ? { room: room as { wid: string } } : {}),
  })
}

/** Tabs of a user share a session; there are a tenth as many users as tabs. */
const tokens: string[] = []

/** Token of the first user. */
export const lastToken = (): string => tokens[0]!

export const tavla: Peer = {
  async prepare(port, boards, people) {
    const accounts = Math.ceil((boards * people) / perPerson)
    tokens.length = 0
    for (let i = 0; i < accounts; i += 1) tokens.push(await register(port, `person${i}`))
    const create = async (token: string, name: string): Promise<string> =>
      String((await call(port, 'POST', '/api/space', token, { name }))['wid'])
    if (boards > 1) {
      const perAccount = Math.floor(perPerson / people)
      return await Promise.all(
        Array.from({ length: boards }, async (_, i) => create(tokens[Math.floor(i / perAccount)]!, `Board ${i}`)),
      )
    }
    const wid = await create(tokens[0]!, 'Board')
    const link = await call(port, 'GET', `/api/space/invitelink?wid=${wid}&role=editor`, tokens[0]!)
    for (const token of tokens.slice(1))
      await call(port, 'POST', '/api/space/invitelink/accept', token, { token: link['token'] })
    return [wid]
  },

  async join({ port, board, index, watch, acked, onClose, draws }) {
    const ticket = await requestTicket(port, tokens[Math.floor(index / perPerson)]!)
    const waiting = new Map<string, number>()
    let welcomed: () => void = () => undefined
    const isWelcomed = new Promise<void>((resolve) => (welcomed = resolve))
    let isIn = false
    let seq = 0
    /** Id of this tab in the room. */
    let c = ''
    const tab = `t${index}-${process.pid}`
    const own = `s${index}-`

    const socket = await RawSocket.open({
      port,
      path: '/api/live',
      wants: (head) => !isIn || watch !== undefined || (draws && isAnswer(head)),
      onMessage(bytes) {
        const received = decodeServerFrame(bytes)
        if (typeof received === 'string') throw new Error(`a frame is ${received}`)
        const { frame, payload } = received
        if (frame.t === 'welcome') {
          isIn = true
          seq = frame.seq
          c = frame.c
          welcomed()
        } else if (frame.t === 'ack') {
          for (const { id } of frame.acks) {
            const serial = waiting.get(id)
            waiting.delete(id)
            if (serial !== undefined) acked?.(serial)
          }
        } else if (frame.t === 'reject' || frame.t === 'refused') throw new Error(JSON.stringify(frame))
        else if (watch && frame.t === 'presence') watch.cursors(frame.shown?.filter((shown) => shown.c !== c).length ?? 0)
        else if (watch && frame.t === 'preview' && payload.length > 0) sawAll(decodeChanges(payload), own, watch)
        else if (watch && frame.t === 'batch')
          for (const edit of decodeBatch(payload).edits) {
            seq = edit.seq
            sawAll(edit.changes as readonly Change[], own, watch)
          }
      },
      onClose,
    })
    socket.send(hello(ticket, { wid: board }))
    await isWelcomed
    let made = 0
    let counter = 0
    let current = ''
    return {
      cursor: (x, y) => socket.send(encodeClientFrame({ t: 'presence', cursor: [x, y] })),
      preview(serial) {
        if (!current) return
        const changes: Change[] = [{ op: 'patch', id: current, fields: { x: serial, y: 20 } }]
        socket.send(encodeClientFrame({ t: 'preview' }, encodeChanges(changes)))
      },
      edit(serial) {
        let change: Change
        if (current && made % 4 !== 0) {
          change = { op: 'patch', id: current, fields: { x: serial, y: made } }
        } else {
          current = `${own}${made}`
          const box = { x: serial, y: 20, w: 120, h: 80, r: 0 }
          const record: NewRecord = { ...rectDefaults, id: current, kind: 'rect', parent: 'page-1', z: 'V', ...box }
          change = { op: 'put', record }
        }
        counter += 1
        made += 1
        const id = `${tab}:${counter}`
        waiting.set(id, serial)
        socket.send(encodeClientFrame({ t: 'edit' }, encodeEdit({ id, base: seq, mark: id, changes: [change] }, counter - 1)))
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

/** The header is JSON after its length; answers start with their type. */
function isAnswer(head: Buffer): boolean {
  const text = head.toString('latin1')
  return text.includes('"ack"') || text.includes('"reje') || text.includes('"refu')
}

function sawAll(changes: readonly Change[], own: string, watch: Watch): void {
  for (const change of changes) {
    const [id, x] =
      change.op === 'put'
        ? [change.record.id, change.record['x']]
        : change.op === 'patch'
          ? [change.id, change.fields['x']]
          : []
    if (typeof x === 'number' && id !== undefined && !id.startsWith(own)) watch.saw(x)
  }
}
