import { MalformedError } from '../model/bytes.ts'
import type {
  AppendChange,
  Change,
  EditRef,
  Entry,
  NewRecord,
  PatchChange,
  AcceptedChange,
} from '../model/change.ts'
import { MAX_ID_LENGTH, MAX_PIECE_BYTES, MAX_PIECES, MAX_TEXT_STEPS } from '../model/limits.ts'
import type { BoardRecord, FieldClock, RecordId } from '../model/record.ts'
import type { SlicePacer, SlicedWork } from '../model/sliced-work.ts'
import type { ValueReader, ValueWriter } from '../model/values.ts'

const PUT = 0
const PATCH = 1
const PATCH_IF = 2
const APPEND = 3
const APPEND_LAST = 4
const REMOVE = 5
const REMOVE_IF = 6
const RESTORE = 7
const TEXT = 8
const TEXT_AT = 9
const TRANSLATE = 10
const TRANSLATE_IF = 11
/** Taken only. */
const TEXT_SENT = 12
/** Taken only. */
const KEEP = 13

/** Maximum number of edits in one condition: the edit itself and those that undid later edits. */
const MAX_ALTERNATIVES = 1_000

export function writeChange(writer: ValueWriter, change: Change): void {
  const { out } = writer
  switch (change.op) {
    case 'put':
      return writePut(writer, change.record)
    case 'patch':
      return writePatch(writer, change)
    case 'append':
      return writeAppend(writer, change)
    case 'remove':
      out.byte(change.if === undefined ? REMOVE : REMOVE_IF)
      writeIds(writer, change.ids)
      return change.if === undefined ? undefined : writer.value(change.if)
    case 'restore':
      out.byte(RESTORE)
      writeIds(writer, change.ids)
      return writer.value(change.removedAt)
    case 'text':
      out.byte(change.at === undefined ? TEXT : TEXT_AT)
      writer.string(change.id)
      if (change.at !== undefined) writer.value(change.at)
      return writer.value(change.steps)
    case 'translate':
      out.byte(change.if === undefined ? TRANSLATE : TRANSLATE_IF)
      writeIds(writer, change.ids)
      writer.value(change.dx)
      writer.value(change.dy)
      return change.if === undefined ? undefined : writer.value(change.if)
  }
}

export function readChange(reader: ValueReader): Change {
  const op = reader.in.byte()
  switch (op) {
    case PUT:
      return { op: 'put', record: readRecord(reader) }
    case PATCH:
      return { op: 'patch', id: readId(reader), fields: reader.fields() }
    case PATCH_IF:
      return { op: 'patch', id: readId(reader), fields: reader.fields(), if: readConditions(reader) }
    case APPEND:
    case APPEND_LAST:
      return readAppend(reader, op === APPEND_LAST)
    case REMOVE:
      return { op: 'remove', ids: readIds(reader) }
    case REMOVE_IF:
      return { op: 'remove', ids: readIds(reader), if: readRef(reader) }
    case RESTORE:
      return { op: 'restore', ids: readIds(reader), removedAt: readRef(reader) }
    case TEXT:
      return { op: 'text', id: readId(reader), steps: readSteps(reader) }
    case TEXT_AT: {
      const id = readId(reader)
      const at = readRef(reader)
      return { op: 'text', id, at, steps: readSteps(reader) }
    }
    case TRANSLATE:
      return { op: 'translate', ids: readIds(reader), dx: readNumber(reader), dy: readNumber(reader) }
    case TRANSLATE_IF: {
      const move = {
        op: 'translate',
        ids: readIds(reader),
        dx: readNumber(reader),
        dy: readNumber(reader),
      } as const
      return { ...move, if: readRefs(reader) }
    }
    default:
      throw new MalformedError('unknown change')
  }
}

export function writeAcceptedChange(
  writer: ValueWriter,
  change: Exclude<AcceptedChange, { op: 'restore' }>,
): void {
  const { out } = writer
  switch (change.op) {
    case 'keep':
      out.byte(KEEP)
      return writeIds(writer, change.ids)
    case 'text':
      out.byte(change.sent ? TEXT_SENT : TEXT)
      writer.string(change.id)
      writer.value(change.steps)
      writer.value(change.at)
      return change.sent ? writer.value(change.sent) : undefined
    default:
      return writeChange(writer, change)
  }
}

/** The accepted form of a restore contains the records. */
export function* writeRestored(
  writer: ValueWriter,
  entries: readonly Entry[],
  pacer: SlicePacer,
): SlicedWork<void> {
  writer.out.byte(RESTORE)
  writer.out.uint(entries.length)
  for (const entry of entries) {
    if (pacer.isDue()) yield
    writeEntry(writer, entry)
  }
}

export function readAcceptedChange(reader: ValueReader): AcceptedChange {
  const op = reader.in.byte()
  switch (op) {
    case PUT:
      return { op: 'put', record: readRecord(reader) }
    case PATCH:
      return { op: 'patch', id: readId(reader), fields: reader.fields() }
    case APPEND:
    case APPEND_LAST:
      return readAppend(reader, op === APPEND_LAST)
    case REMOVE:
      return { op: 'remove', ids: readIds(reader) }
    case KEEP:
      return { op: 'keep', ids: readIds(reader) }
    case RESTORE: {
      const count = reader.in.count(reader.in.remaining)
      return { op: 'restore', entries: Array.from({ length: count }, () => readEntry(reader)) }
    }
    case TEXT:
    case TEXT_SENT: {
      const text = { op: 'text', id: readId(reader), steps: readSteps(reader) } as const
      const at = reader.value()
      if (at !== undefined && !isSeq(at)) throw new MalformedError('no journal number')
      const sent = op === TEXT_SENT ? { sent: readSteps(reader) } : {}
      return { ...text, ...sent, ...(at === undefined ? {} : { at }) }
    }
    case TRANSLATE:
      return { op: 'translate', ids: readIds(reader), dx: readNumber(reader), dy: readNumber(reader) }
    default:
      throw new MalformedError('unknown change')
  }
}

function writePut(writer: ValueWriter, record: NewRecord): void {
  const { id, kind, parent, ...fields } = record
  writer.out.byte(PUT)
  writeHead(writer, id, kind, parent)
  writer.value(fields)
}

function writeHead(writer: ValueWriter, id: string, kind: string, parent: string | null): void {
  writer.string(id)
  writer.string(kind)
  writer.value(parent)
}

function readRecord(reader: ValueReader): NewRecord {
  const id = readId(reader)
  const kind = reader.string()
  const parent = reader.value()
  if (parent !== null && typeof parent !== 'string') throw new MalformedError('no parent')
  const fields = reader.fields()
  const z = fields['z']
  if (typeof z !== 'string') throw new MalformedError('no order key')
  return { ...fields, id, kind, parent, z }
}

function writePatch(writer: ValueWriter, change: PatchChange): void {
  writer.out.byte(change.if ? PATCH_IF : PATCH)
  writer.string(change.id)
  writer.value(change.fields)
  if (change.if) writer.value(change.if)
}

function readConditions(reader: ValueReader): Record<string, EditRef> {
  const conditions = reader.fields()
  for (const ref of Object.values(conditions)) if (!isRef(ref)) throw new MalformedError('no edit')
  return conditions as Record<string, EditRef>
}

function writeAppend(writer: ValueWriter, change: AppendChange): void {
  writer.out.byte(change.last ? APPEND_LAST : APPEND)
  writer.string(change.id)
  writer.out.uint(change.n)
  writer.out.bytes(change.piece)
}

function readAppend(reader: ValueReader, last: boolean): AppendChange {
  return {
    op: 'append',
    id: readId(reader),
    n: reader.in.uint(),
    piece: reader.in.bytes(MAX_PIECE_BYTES),
    last,
  }
}

function writeIds(writer: ValueWriter, ids: readonly RecordId[]): void {
  writer.out.uint(ids.length)
  for (const id of ids) writer.string(id)
}

function readIds(reader: ValueReader): RecordId[] {
  const count = reader.in.count(reader.in.remaining)
  return Array.from({ length: count }, () => readId(reader))
}

function readId(reader: ValueReader): RecordId {
  const id = reader.string()
  if (id.length > MAX_ID_LENGTH) throw new MalformedError('id too long')
  return id
}

function readSteps(reader: ValueReader): readonly unknown[] {
  const steps = reader.value()
  if (!Array.isArray(steps) || steps.length > MAX_TEXT_STEPS) throw new MalformedError('no steps')
  return steps
}

function readNumber(reader: ValueReader): number {
  const value = reader.value()
  if (typeof value !== 'number') throw new MalformedError('number expected')
  return value
}

function readRef(reader: ValueReader): EditRef {
  const ref = reader.value()
  if (!isRef(ref)) throw new MalformedError('no edit')
  return ref
}

function readRefs(reader: ValueReader): EditRef[] {
  const refs = reader.value()
  if (!Array.isArray(refs) || refs.length > MAX_ALTERNATIVES || !refs.every(isRef))
    throw new MalformedError('no edits')
  return refs
}

function isRef(value: unknown): value is EditRef {
  return typeof value === 'string' ? value.length <= 2 * MAX_ID_LENGTH : isSeq(value)
}

function isSeq(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function writeEntry(writer: ValueWriter, entry: Entry): void {
  const { id, kind, parent, ...fields } = entry.record
  writeHead(writer, id, kind, parent)
  writer.value(fields)
  writer.value(entry.clock)
  writer.out.byte(entry.open ? 1 : 0)
  writer.out.uint(entry.pieces.length)
  for (const piece of entry.pieces) writer.out.bytes(piece)
}

function readEntry(reader: ValueReader): Entry {
  const record = readRecord(reader) as NewRecord & BoardRecord
  if (typeof record.by !== 'string' || !isSeq(record.made)) throw new MalformedError('no author')
  const clock = reader.fields()
  if (!Object.values(clock).every(isSeq)) throw new MalformedError('no clock')
  const isOpen = reader.in.byte() === 1
  const count = reader.in.count(MAX_PIECES)
  const pieces = Array.from({ length: count }, () => reader.in.bytes(MAX_PIECE_BYTES))
  return { record, clock: clock as FieldClock, pieces, open: isOpen }
}
