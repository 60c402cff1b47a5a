import { z } from 'zod'
import { frameLimits } from './frame-limits.ts'
import { decodeFrame, encodeFrame } from './framing.ts'
import type { FrameFault } from './framing.ts'

const id = z.string().min(1).max(frameLimits.idLength)
const seq = z.int().min(0)
/** Page coordinates; the board itself is smaller than this. */
const coordinate = z.number().min(-1e9).max(1e9)
const point = z.tuple([coordinate, coordinate])
const box = z.tuple([coordinate, coordinate, coordinate.min(0), coordinate.min(0)])
const role = z.enum(['owner', 'admin', 'editor', 'contributor', 'commenter', 'viewer'])
const time = z.int().min(0)

/** What a person shows of themselves; absent fields stay as they were, null takes them away. */
const showing = z.object({
  page: id.nullable().optional(),
  cursor: point.nullable().optional(),
  view: box.nullable().optional(),
  selection: z.array(id).max(frameLimits.selectionIds).optional(),
  tool: z.string().max(32).nullable().optional(),
})

const person = z.object({
  /** One tab of a person in this room, named by the server. */
  c: id,
  uid: id,
  name: z.string(),
  photo: z.string().nullable(),
  /** Index of their colour on this board; absent for people whom the space does not know any more. */
  color: z.int().min(0).optional(),
  role,
  showing,
})

/** What somebody who presents leaves to everybody below admin. */
const allowing = z.enum(['editor', 'contributor', 'viewer'])

const presenting = z.object({
  /** The tab whose view may be followed. */
  c: id,
  uid: id,
  name: z.string(),
  allows: allowing,
})

const place = z.object({ page: id, box })

const joining = {
  wid: id,
  /** What this tab already holds. With `epoch` and `chain`, only later edits are sent; without, the whole board is. */
  lastSeq: seq.optional(),
  epoch: id.optional(),
  /** Chain hash of the journal at `lastSeq`: proves that both sides mean the same past. */
  chain: id.optional(),
  /** Where the person looks, so that those chunks are made ready first. */
  view: place.optional(),
}

/** What a client may say. Payloads: `edit` one encoded edit, `preview` one encoded edit or nothing to end it. */
export const clientFrames = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('hello'),
    protocol: z.int().min(0),
    /** Hashes of the frame schemas and of the canvas model's formats. */
    schema: z.object({ frames: id, board: id }),
    ticket: z.string().min(1).max(256),
    room: z.object(joining).optional(),
  }),
  z.object({ t: z.literal('join'), ...joining }),
  z.object({ t: z.literal('leave') }),
  z.object({ t: z.literal('need'), chunks: z.array(id).min(1).max(frameLimits.needChunks) }),
  z.object({ t: z.literal('edit') }),
  z.object({ t: z.literal('preview') }),
  z.object({ t: z.literal('presence'), ...showing.shape }),
  /** Presents to everybody in the room, or changes what is left to them; null ends it. */
  z.object({ t: z.literal('present'), allows: allowing.nullable() }),
  /** Tells who is in these spaces, now and whenever that changes, until the next `watch`; other people's are left out. */
  z.object({ t: z.literal('watch'), wids: z.array(id).max(frameLimits.watched) }),
  /** Missed deletes up to this number are stored on the device; they need not be sent again. */
  z.object({ t: z.literal('missedDeletesSeen'), seq }),
  z.object({ t: z.literal('ping'), at: time }),
])
export type ClientFrame = z.infer<typeof clientFrames>

const chunk = z.object({
  id,
  /** Empty for the structure of the whole space, which is fetched first. */
  page: z.string().max(frameLimits.idLength),
  /** Bounds of its records; null when nothing in it has a place. */
  box: box.nullable(),
  bytes: z.int().min(0),
  /** Of the stored bytes; null while changed since, then it cannot come from a cache. */
  hash: id.nullable(),
})

/** Why an edit was not taken; the canvas model's names. */
const refusalReason = z.enum([
  'invalid',
  'too_large',
  'limit',
  'role',
  'not_yours',
  'locked',
  'frame',
  'missing',
  'exists',
  'parent',
  'binding',
  'stroke',
  /** Something inside a container may not be changed by this person. */
  'contents',
  /** More work than this person may ask for at the moment; `catchUp` follows and the edit can be sent again later. */
  'busy',
  /** The frame would let this person put it in and never take it out again. */
  'only_own',
  /** The board takes no suggestions. */
  'suggestions_off',
])

/**
 * What was not written, also where the record is gone. `field` null: the record was not deleted; `text`, `pieces`: what was
 * typed or drawn met no record. `by`: who has changed it meanwhile.
 */
const skipped = z.object({ id, field: z.string().nullable(), by: id.optional() })

/** Somebody's delete that was skipped for these, because this person had changed them meanwhile; sent until it was seen. */
const missedDeletes = z
  .array(z.object({ seq, by: id, ids: z.array(id).min(1).max(frameLimits.missedDeletes) }))
  .max(frameLimits.missedDeletes)

/** What the server may say. Payloads: `welcome` with `tail` and `batch` edits as taken, `chunk` its bytes, `reject` the true records, `preview` the sender's edit. */
export const serverFrames = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready'), uid: id, time }),
  z.object({
    t: z.literal('welcome'),
    wid: id,
    epoch: id,
    seq,
    /** Chain hash of the journal at `seq`. */
    chain: id.optional(),
    /** What this tab held is not, or not all, in the journal: the database was put back to an earlier state. */
    diverged: z.literal(true).optional(),
    role,
    c: id,
    time,
    /** True: the payload holds the edits after `lastSeq` and there are no chunks to fetch. */
    tail: z.boolean(),
    chunks: z.array(chunk).max(frameLimits.chunks),
    people: z.array(person).max(frameLimits.people),
    /** Absent while nobody presents. */
    presenting: presenting.optional(),
    missedDeletes: missedDeletes.optional(),
  }),
  z.object({ t: z.literal('chunk'), id, seq, hash: id.nullable() }),
  /** `chain`: hash of the journal at `to`. */
  z.object({ t: z.literal('batch'), from: seq, to: seq, chain: id.optional() }),
  z.object({
    t: z.literal('ack'),
    acks: z.array(z.object({ id: z.string(), seq, skipped: z.array(skipped).optional() })).min(1),
  }),
  z.object({
    t: z.literal('reject'),
    id: z.string(),
    reason: refusalReason,
    record: id.optional(),
    message: z.string(),
  }),
  z.object({ t: z.literal('preview'), c: id }),
  z.object({
    t: z.literal('presence'),
    joined: z.array(person).optional(),
    gone: z.array(id).optional(),
    shown: z.array(z.object({ c: id, showing })).optional(),
  }),
  /** As the members are listed; who presents may lower it, see `roleWhile`. */
  z.object({ t: z.literal('role'), wid: id, role }),
  z.object({ t: z.literal('presenting'), presenting: presenting.nullable() }),
  z.object({ t: z.literal('missedDeletes'), deletes: missedDeletes }),
  /** Batches were left out for this slow socket: join again with the last number seen. */
  z.object({ t: z.literal('catchUp'), wid: id }),
  /** Everybody who is in these watched spaces, each once; nobody, too, in one that may not be looked at any more. */
  z.object({
    t: z.literal('online'),
    spaces: z
      .array(
        z.object({
          wid: id,
          uids: z.array(id).max(frameLimits.people),
          /** Who is in the voice room; absent while nobody is. */
          voice: z.array(id).max(frameLimits.people).optional(),
        }),
      )
      .max(frameLimits.watched),
  }),
  z.object({ t: z.literal('notice'), notice: z.record(z.string(), z.unknown()) }),
  /** A room is not, or no longer, open to this person; `retry` when that may pass by itself. */
  z.object({ t: z.literal('refused'), wid: id, code: z.int(), reason: z.string(), retry: z.boolean() }),
  z.object({ t: z.literal('pong'), at: time, time }),
])
export type ServerFrame = z.infer<typeof serverFrames>

export type PresenceState = z.infer<typeof showing>
export type RoomPerson = z.infer<typeof person>
export type ChunkEntry = z.infer<typeof chunk>
export type PresenterAccess = z.infer<typeof allowing>
export type Presenting = z.infer<typeof presenting>
export type MissedDelete = z.infer<typeof missedDeletes>[number]
export type SkippedField = z.infer<typeof skipped>
export type JoinRequest = Omit<Extract<ClientFrame, { t: 'join' }>, 't'>

export interface ReceivedFrame<Frame> {
  readonly frame: Frame
  readonly payload: Uint8Array
}

export function encodeClientFrame(frame: ClientFrame, payload?: Uint8Array): Uint8Array<ArrayBuffer> {
  return encodeFrame(frame, payload)
}

export function encodeServerFrame(frame: ServerFrame, payload?: Uint8Array): Uint8Array<ArrayBuffer> {
  return encodeFrame(frame, payload)
}

/** A client's message, checked; anything else is named, never thrown. */
export function decodeClientFrame(message: Uint8Array): ReceivedFrame<ClientFrame> | FrameFault {
  const raw = decodeFrame(message, { frame: frameLimits.clientFrame, header: frameLimits.clientHeader })
  if (typeof raw === 'string') return raw
  const parsed = clientFrames.safeParse(raw.header)
  return parsed.success ? { frame: parsed.data, payload: raw.payload } : 'malformed'
}

/** The server's message, checked; a client that cannot read one reloads or reconnects. */
export function decodeServerFrame(message: Uint8Array): ReceivedFrame<ServerFrame> | FrameFault {
  const raw = decodeFrame(message, { frame: frameLimits.serverFrame, header: frameLimits.serverHeader })
  if (typeof raw === 'string') return raw
  const parsed = serverFrames.safeParse(raw.header)
  return parsed.success ? { frame: parsed.data, payload: raw.payload } : 'malformed'
}
