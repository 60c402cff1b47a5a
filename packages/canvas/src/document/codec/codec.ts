import { ByteReader, ByteWriter, MalformedError } from '../model/bytes.ts'
import {
  readChange,
  readAcceptedChange,
  writeChange,
  writeRestored,
  writeAcceptedChange,
} from './codec-changes.ts'
import type { Change, Edit, AcceptedEdit } from '../model/change.ts'
import { MAX_CHANGES, MAX_EDIT_BYTES, MAX_ID_LENGTH } from '../model/limits.ts'
import { runToEnd, SlicePacer, type SlicedWork } from '../model/sliced-work.ts'
import { ValueReader, ValueWriter } from '../model/values.ts'

/** Incremented with every change of the binary format; part of `FORMAT_HASH`. */
export const CODEC_VERSION = 1

/** Bytes of an edit decoded per slice. A slice ends after the change that crosses the limit. */
export const DECODED_AT_ONCE = 16 * 1024

/** Maximum edits per batch; larger gaps are sent as chunks. */
const MAX_BATCH_EDITS = 100_000

/** Largest counter of an edit id: 15 digits. */
const MAX_COUNTER = 999_999_999_999_999

/** An edit as sent to the server. */
export interface SentEdit {
  readonly edit: Edit
  /** All edits of this tab up to this counter are answered. Edits between it and this one were lost in transit. */
  readonly settled: number
}

/** Edits with consecutive journal numbers. */
export interface Batch {
  readonly from: number
  readonly to: number
  readonly edits: readonly AcceptedEdit[]
}

export interface EditName {
  readonly tab: string
  readonly counter: number
}

export function editId({ tab, counter }: EditName): string {
  return `${tab}:${counter}`
}

/** Tab and counter of an edit id; undefined for an invalid id. */
export function splitEditId(id: string): EditName | undefined {
  const at = id.lastIndexOf(':')
  const tab = id.slice(0, Math.max(0, at))
  const digits = id.slice(at + 1)
  const name = { tab, counter: Number(digits) }
  return /^[1-9]\d*$/.test(digits) && isEditName(name) ? name : undefined
}

function isEditName({ tab, counter }: EditName): boolean {
  return counter > 0 && counter <= MAX_COUNTER && tab.length <= MAX_ID_LENGTH && /^[\w-]+$/.test(tab)
}

export function encodeEdit(edit: Edit, settled = 0): Uint8Array<ArrayBuffer> {
  const writer = start()
  writer.out.uint(settled)
  writeEdit(writer, edit)
  return writer.out.finish()
}

/** Decodes an untrusted edit. Throws a `MalformedError` for input that `encodeEdit` would not produce. */
export function decodeEdit(bytes: Uint8Array): SentEdit {
  return runToEnd(decodeEditInSlices(bytes))
}

/** The bytes must not change between slices. */
export function* decodeEditInSlices(bytes: Uint8Array): SlicedWork<SentEdit> {
  if (bytes.length > MAX_EDIT_BYTES) throw new MalformedError('edit too large')
  const reader = open(bytes)
  const settled = reader.in.uint()
  const id = readName(reader)
  const base = reader.in.uint()
  const mark = readMark(reader)
  const changes = yield* readChanges(reader)
  reader.in.end()
  return { edit: { id, base, mark, changes }, settled }
}

/** Reads only the id of an untrusted edit, which is all that a refusal needs. Throws a `MalformedError`. */
export function decodeEditId(bytes: Uint8Array): string {
  const reader = open(bytes)
  reader.in.uint()
  return readName(reader)
}

/** Encodes changes without an edit header: gestures in flight, the clipboard. */
export function encodeChanges(changes: readonly Change[]): Uint8Array<ArrayBuffer> {
  const writer = start()
  writer.out.uint(changes.length)
  for (const change of changes) writeChange(writer, change)
  return writer.out.finish()
}

export function decodeChanges(bytes: Uint8Array): Change[] {
  if (bytes.length > MAX_EDIT_BYTES) throw new MalformedError('too large')
  const reader = open(bytes)
  const changes = runToEnd(readChanges(reader))
  reader.in.end()
  return changes
}

export function encodeAcceptedEdit(edit: AcceptedEdit): Uint8Array<ArrayBuffer> {
  return runToEnd(encodeAcceptedEditInSlices(edit))
}

export function* encodeAcceptedEditInSlices(edit: AcceptedEdit): SlicedWork<Uint8Array<ArrayBuffer>> {
  const writer = start()
  yield* writeAcceptedEdit(writer, edit)
  return writer.out.finish()
}

export function decodeAcceptedEdit(bytes: Uint8Array): AcceptedEdit {
  const reader = open(bytes)
  const edit = readAcceptedEdit(reader)
  reader.in.end()
  return edit
}

export function encodeBatch(batch: Batch): Uint8Array<ArrayBuffer> {
  const writer = start()
  writer.out.uint(batch.from)
  writer.out.uint(batch.to)
  writer.out.uint(batch.edits.length)
  for (const edit of batch.edits) runToEnd(writeAcceptedEdit(writer, edit))
  return writer.out.finish()
}

/** Creates a batch from one encoded edit, so that a large edit is encoded once. */
export function encodeBatchOfOne(seq: number, taken: Uint8Array): Uint8Array<ArrayBuffer> {
  const { out } = start()
  out.uint(seq)
  out.uint(seq)
  out.uint(1)
  out.raw(taken.subarray(1))
  return out.finish()
}

export function decodeBatch(bytes: Uint8Array): Batch {
  const reader = open(bytes)
  const from = reader.in.uint()
  const to = reader.in.uint()
  const count = reader.in.count(MAX_BATCH_EDITS)
  const edits: AcceptedEdit[] = []
  for (let i = 0; i < count; i++) edits.push(readAcceptedEdit(reader))
  reader.in.end()
  return { from, to, edits }
}

function start(): ValueWriter {
  const writer = new ValueWriter(new ByteWriter())
  writer.out.byte(CODEC_VERSION)
  return writer
}

function open(bytes: Uint8Array): ValueReader {
  const reader = new ValueReader(new ByteReader(bytes))
  if (reader.in.byte() !== CODEC_VERSION) throw new MalformedError('of another version')
  return reader
}

function writeName(writer: ValueWriter, id: string): void {
  const name = splitEditId(id)
  if (!name) throw new TypeError(`${id} is no edit id`)
  writer.string(name.tab)
  writer.out.uint(name.counter)
}

function readName(reader: ValueReader): string {
  const name = { tab: reader.string(), counter: reader.in.uint() }
  if (!isEditName(name)) throw new MalformedError('no edit id')
  return editId(name)
}

function readMark(reader: ValueReader): string {
  const mark = reader.string()
  if (mark.length > MAX_ID_LENGTH) throw new MalformedError('mark too long')
  return mark
}

function writeEdit(writer: ValueWriter, edit: Edit): void {
  writeName(writer, edit.id)
  writer.out.uint(edit.base)
  writer.string(edit.mark)
  writer.out.uint(edit.changes.length)
  for (const change of edit.changes) writeChange(writer, change)
}

/** Changes vary in size, so progress is counted in bytes. */
function* readChanges(reader: ValueReader): SlicedWork<Change[]> {
  const count = reader.in.count(MAX_CHANGES)
  const changes: Change[] = []
  let stopAt = reader.in.remaining - DECODED_AT_ONCE
  for (let i = 0; i < count; i++) {
    if (reader.in.remaining < stopAt) {
      stopAt = reader.in.remaining - DECODED_AT_ONCE
      yield
    }
    changes.push(readChange(reader))
  }
  return changes
}

function* writeAcceptedEdit(writer: ValueWriter, edit: AcceptedEdit): SlicedWork<void> {
  const pacer = new SlicePacer()
  writer.out.uint(edit.seq)
  writer.out.uint(edit.time)
  writer.string(edit.by)
  writeName(writer, edit.id)
  writer.out.uint(edit.base)
  writer.string(edit.mark)
  writer.out.uint(edit.changes.length)
  for (const change of edit.changes) {
    if (pacer.isDue()) yield
    if (change.op === 'restore') yield* writeRestored(writer, change.entries, pacer)
    else writeAcceptedChange(writer, change)
  }
}

function readAcceptedEdit(reader: ValueReader): AcceptedEdit {
  const seq = reader.in.uint()
  const time = reader.in.uint()
  const by = reader.string()
  const id = readName(reader)
  const base = reader.in.uint()
  const mark = readMark(reader)
  const count = reader.in.count(reader.in.remaining)
  const changes = []
  for (let i = 0; i < count; i++) changes.push(readAcceptedChange(reader))
  return { seq, time, by, id, base, mark, changes }
}
