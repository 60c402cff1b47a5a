import { z } from 'zod'
import { frameLimits } from './frame-limits.ts'
import { decodeFrame, encodeFrame } from './framing.ts'
import type { FrameFault } from './framing.ts'

const id = z.string().min(1).max(frameLimits.idLength)
const seq = z.int().min(0)
/** Page coordinates; the limit is larger than any board. */
const coordinate = z.number().min(-1e9).max(1e9)
const point = z.tuple([coordinate, coordinate])
const box = z.tuple([coordinate, coordinate, coordinate.min(0), coordinate.min(0)])
const role = z.enum(['owner', 'admin', 'editor', 'contributor', 'commenter', 'viewer'])
const time = z.int().min(0)

/** Caret and selection in a text that is being edited: positions in its document, equal for a caret only. */
const textPosition = z.int().min(0).max(frameLimits.textPosition)
const caret = z.object({ id, anchor: textPosition, head: textPosition })

/** Presence state of a person; absent fields are unchanged, null removes a field. */
const showing = z.object({
  page: id.nullable().optional(),
  cursor: point.nullable().optional(),
  view: box.nullable().optional(),
  selection: z.array(id).max(frameLimits.selectionIds).optional(),
  tool: z.string().max(32).nullable().optional(),
  caret: caret.nullable().optional(),
})

const person = z.object({
  /** One tab of a person in this room; the id is assigned by the server. */
  c: id,
  uid: id,
  name: z.string(),
  photo: z.string().nullable(),
  /** Index of their colour on this board; absent for former members. */
  color: z.int().min(0).optional(),
  role,
  showing,
})

/** Highest role of everyone below admin while someone presents. */
const allowing = z.enum(['editor', 'contributor', 'viewer'])

const presenting = z.object({
  /** The presenter's tab, whose viewport can be followed. */
  c: id,
  uid: id,
  name: z.string(),
  allows: allowing,
})

const place = z.object({ page: id, box })

const joining = {
  wid: id,
  /** The tab's position. With `epoch` and `chain` only later edits are sent, otherwise the whole board. */
  lastSeq: seq.optional(),
  epoch: id.optional(),
  /** Chain hash of the journal at `lastSeq`; proves a common history. */
  chain: id.optional(),
  /** The current view, so that its chunks are prepared first. */
  view: place.optional(),
}

/** Client messages. Payloads: `edit` one encoded edit; `preview` one encoded edit, or empty to end it. */
export const clientFrames = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('hello'),
    protocol: z.int().min(0),
    /** Hashes of the frame schemas and of the canvas format. */
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
  /** Starts presenting or changes the allowed role; null ends it. */
  z.object({ t: z.literal('present'), allows: allowing.nullable() }),
  /**
   * Requests presence of these spaces, now and on changes, until the next `watch`; inaccessible spaces are
   * ignored.
   */
  z.object({ t: z.literal('watch'), wids: z.array(id).max(frameLimits.watched) }),
  /** Missed deletes up to this number are stored on the device and need not be sent again. */
  z.object({ t: z.literal('missedDeletesSeen'), seq }),
  z.object({ t: z.literal('ping'), at: time }),
])
export type ClientFrame = z.infer<typeof clientFrames>

const chunk = z.object({
  id,
  /** Empty for the structure of the space, which is loaded first. */
  page: z.string().max(frameLimits.idLength),
  /** Bounds of its records; null if none has a position. */
  box: box.nullable(),
  bytes: z.int().min(0),
  /** Hash of the stored bytes; null if changed since, so that it cannot come from a cache. */
  hash: id.nullable(),
})

/** Why an edit was refused; names of the canvas model. */
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
  /** Something inside a container cannot be changed by this user. */
  'contents',
  /** The user's request rate is too high; `catchUp` follows, and the edit can be sent again later. */
  'busy',
  /** The user could move the element into the frame but not out again. */
  'only_own',
  /** The board does not accept suggestions. */
  'suggestions_off',
])

/**
 * A skipped part of an edit, also if the record was deleted. `field` null: a skipped delete; `text`, `pieces`:
 * typed or drawn content for a missing record. `by`: the user who changed it since.
 */
const skipped = z.object({ id, field: z.string().nullable(), by: id.optional() })

/** Deletes by other users that were skipped because this user had changed the records; sent until confirmed. */
const missedDeletes = z
  .array(z.object({ seq, by: id, ids: z.array(id).min(1).max(frameLimits.missedDeletes) }))
  .max(frameLimits.missedDeletes)

/**
 * Server messages. Payloads: `welcome` with `tail` and `batch`: accepted edits; `chunk`: its bytes; `reject`:
 * actual records; `preview`: the sender's edit.
 */
export const serverFrames = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready'), uid: id, time }),
  z.object({
    t: z.literal('welcome'),
    wid: id,
    epoch: id,
    seq,
    /** Chain hash of the journal at `seq`. */
    chain: id.optional(),
    /** The tab has edits that are not in the journal: the database was restored from a backup. */
    diverged: z.literal(true).optional(),
    role,
    c: id,
    time,
    /** True: the payload contains the edits after `lastSeq`, and there are no chunks. */
    tail: z.boolean(),
    chunks: z.array(chunk).max(frameLimits.chunks),
    people: z.array(person).max(frameLimits.people),
    /** Absent if no one presents. */
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
  /** The role as a member; a presenter can lower it, see `getPresentingRole`. */
  z.object({ t: z.literal('role'), wid: id, role }),
  z.object({ t: z.literal('presenting'), presenting: presenting.nullable() }),
  z.object({ t: z.literal('missedDeletes'), deletes: missedDeletes }),
  /** Batches were skipped for this slow socket: join again with the last number seen. */
  z.object({ t: z.literal('catchUp'), wid: id }),
  /** Present users of the watched spaces; empty for a space that is no longer accessible. */
  z.object({
    t: z.literal('online'),
    spaces: z
      .array(
        z.object({
          wid: id,
          uids: z.array(id).max(frameLimits.people),
          /** Users in the voice room; absent if there are none. */
          voice: z.array(id).max(frameLimits.people).optional(),
        }),
      )
      .max(frameLimits.watched),
  }),
  z.object({ t: z.literal('notice'), notice: z.record(z.string(), z.unknown()) }),
  /** The room is not, or no longer, accessible; `retry` if that may be temporary. */
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

/** Decodes and validates a client message; returns a fault for invalid ones. */
export function decodeClientFrame(message: Uint8Array): ReceivedFrame<ClientFrame> | FrameFault {
  const raw = decodeFrame(message, { frame: frameLimits.clientFrame, header: frameLimits.clientHeader })
  if (typeof raw === 'string') return raw
  const parsed = clientFrames.safeParse(raw.header)
  return parsed.success ? { frame: parsed.data, payload: raw.payload } : 'malformed'
}

/** Decodes and validates a server message; a client that cannot read one reloads or reconnects. */
export function decodeServerFrame(message: Uint8Array): ReceivedFrame<ServerFrame> | FrameFault {
  const raw = decodeFrame(message, { frame: frameLimits.serverFrame, header: frameLimits.serverHeader })
  if (typeof raw === 'string') return raw
  const parsed = serverFrames.safeParse(raw.header)
  return parsed.success ? { frame: parsed.data, payload: raw.payload } : 'malformed'
}
