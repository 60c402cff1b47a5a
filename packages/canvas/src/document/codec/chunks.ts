import { ByteReader, ByteWriter, MalformedError } from '../model/bytes.ts'
import type { Entry } from '../model/change.ts'
import { CODEC_VERSION } from './codec.ts'
import { type Column, readColumn, readStrings, writeColumn, writeStrings } from './columns.ts'
import { MAX_PIECE_BYTES, MAX_PIECES, MAX_RECORDS } from '../model/limits.ts'
import type { BoardRecord, FieldClock, RecordId } from '../model/record.ts'
import { ValueReader, ValueWriter } from '../model/values.ts'

/** A part of a board at one sequence number. */
export interface Chunk {
  /** Contains all edits up to this number. */
  readonly seq: number
  readonly entries: readonly Entry[]
  /** Requested records that do not exist at that number. */
  readonly missing: readonly RecordId[]
}

/** Fields with columns of their own; all others are props. */
const HEAD: ReadonlySet<string> = new Set(['id', 'kind', 'parent', 'z', 'by', 'made'])

/**
 * Column by column, so that equal values are adjacent and compress well. Not compressed here: the server deflates
 * (raw), browsers inflate with `DecompressionStream`.
 */
export function encodeChunk({ seq, entries, missing: missingIds }: Chunk): Uint8Array<ArrayBuffer> {
  const writer = new ValueWriter(new ByteWriter(entries.length * 64 + 64))
  writer.out.byte(CODEC_VERSION)
  writer.out.uint(seq)
  writeStrings(writer, missingIds)
  const kinds = Map.groupBy(entries, (entry) => entry.record.kind)
  writer.out.uint(kinds.size)
  for (const [kind, members] of kinds) {
    writer.string(kind)
    writeMembers(writer, members)
  }
  return writer.out.finish()
}

/** Throws a `MalformedError` for input that `encodeChunk` would not produce. */
export function decodeChunk(bytes: Uint8Array): Chunk {
  const reader = new ValueReader(new ByteReader(bytes))
  if (reader.in.byte() !== CODEC_VERSION) throw new MalformedError('of another version')
  const seq = reader.in.uint()
  const missingIds = readStrings(reader, reader.in.count(MAX_RECORDS))
  const kinds = reader.in.count(MAX_RECORDS)
  const entries: Entry[] = []
  for (let i = 0; i < kinds; i++) readMembers(reader, reader.string(), entries)
  reader.in.end()
  return { seq, entries, missing: missingIds }
}

function writeMembers(writer: ValueWriter, members: readonly Entry[]): void {
  const records = members.map((entry) => entry.record)
  writeStrings(
    writer,
    records.map((record) => record.id),
  )
  for (const field of ['parent', 'z', 'by', 'made'] as const) {
    writeColumn(
      writer,
      records.map((record) => record[field]),
    )
  }
  writeFields(writer, records, (name) => !HEAD.has(name))
  writeFields(
    writer,
    members.map((entry) => entry.clock),
    () => true,
  )
  writeColumn(
    writer,
    members.map((entry) => entry.open),
  )
  writeColumn(
    writer,
    members.map((entry) => entry.pieces.length),
  )
  for (const entry of members) for (const piece of entry.pieces) writer.out.bytes(piece)
}

function readMembers(reader: ValueReader, kind: string, into: Entry[]): void {
  const count = reader.in.count(MAX_RECORDS)
  const ids = readStrings(reader, count)
  const heads = ['parent', 'z', 'by', 'made'].map((name) => ({ name, column: readColumn(reader, count) }))
  for (const { name, column } of heads) checkHead(name, column)
  const props = readFields(reader, count)
  if (props.some(({ name }) => HEAD.has(name))) throw new MalformedError('named twice')
  const clocks = readFields(reader, count)
  const open = readColumn(reader, count).values
  const pieceCounts = readColumn(reader, count).values
  const createRecord = createRecords(kind, ids, [...heads, ...props])
  for (let row = 0; row < count; row++) {
    into.push({
      record: createRecord(row) as BoardRecord,
      clock: getClock(clocks, row),
      pieces: readPieces(reader, pieceCounts[row]),
      open: open[row] === true,
    })
  }
}

interface NamedColumn {
  readonly name: string
  readonly column: Column
}

/** A record with all fields of some rows, and the fields that differ between them. */
interface Template {
  readonly record: Readonly<Record<string, unknown>>
  readonly differing: readonly NamedColumn[]
}

/**
 * Creates the records of a kind, row by row, as copies of one with the same fields, whose values are then set: engines
 * do that several times faster than adding field by field, after which they also store an object as a dictionary, with
 * 50 % more memory.
 */
function createRecords(
  kind: string,
  ids: readonly RecordId[],
  columns: readonly NamedColumn[],
): (row: number) => Record<string, unknown> {
  const sparse = columns.filter(({ column }) => column.fill === 'sparse')
  const templates = new Map<string, Template>()
  return (row) => {
    let fields = ''
    for (const { column } of sparse) fields += column.values[row] === undefined ? '0' : '1'
    let template = templates.get(fields)
    if (!template) {
      template = createTemplate(kind, columns, row)
      templates.set(fields, template)
    }
    const record: Record<string, unknown> = { ...template.record }
    record['id'] = ids[row]
    for (const { name, column } of template.differing) record[name] = column.values[row]
    return record
  }
}

function createTemplate(kind: string, columns: readonly NamedColumn[], row: number): Template {
  const present = columns.filter(({ column }) => column.values[row] !== undefined)
  const record: Record<string, unknown> = { ...getBlank(['id', 'kind', ...present.map(({ name }) => name)]) }
  record['kind'] = kind
  for (const { name, column } of present) if (column.fill === 'equal') record[name] = column.values[row]
  return { record, differing: present.filter(({ column }) => column.fill !== 'equal') }
}

/** Objects without values by the names of their fields: chunks have the same few hundred. */
const blanks = new Map<string, Readonly<Record<string, null>>>()
const MAX_BLANKS = 1_000

/**
 * Parsed, because engines keep the fields of a parsed object within it, and null, because they would otherwise expect
 * small integers where the first value was one, and rebuild all objects when a fraction comes.
 */
function getBlank(names: readonly string[]): Readonly<Record<string, null>> {
  const key = JSON.stringify(names)
  const known = blanks.get(key)
  if (known) return known
  const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))
  const blank = JSON.parse(json) as Record<string, null>
  if (blanks.size < MAX_BLANKS) blanks.set(key, blank)
  return blank
}

function writeFields(
  writer: ValueWriter,
  rows: readonly Readonly<Record<string, unknown>>[],
  counts: (name: string) => boolean,
): void {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) if (counts(name)) names.add(name)
  writer.out.uint(names.size)
  for (const name of names) {
    writer.string(name)
    writeColumn(
      writer,
      rows.map((row) => row[name]),
    )
  }
}

function readFields(reader: ValueReader, count: number): NamedColumn[] {
  const columns: NamedColumn[] = []
  const width = reader.in.count(1_000)
  for (let i = 0; i < width; i++) columns.push({ name: reader.name(), column: readColumn(reader, count) })
  return columns
}

function at(columns: readonly NamedColumn[], row: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const { name, column } of columns)
    if (column.values[row] !== undefined) fields[name] = column.values[row]
  return fields
}

/** Shared by the majority of records, which were never changed and are no strokes. */
const NO_CLOCK: FieldClock = Object.freeze({})
const NO_PIECES: readonly Uint8Array[] = Object.freeze([])

function getClock(columns: readonly NamedColumn[], row: number): FieldClock {
  if (columns.length === 0 || columns.every(({ column }) => column.values[row] === undefined)) return NO_CLOCK
  const clock = at(columns, row)
  for (const seq of Object.values(clock)) if (!Number.isSafeInteger(seq)) throw new MalformedError('no clock')
  return clock as FieldClock
}

function checkHead(name: string, { values, fill }: Column): void {
  const isValid = isHead[name]!
  if (!(fill === 'equal' ? isValid(values[0]) : values.every(isValid))) throw new MalformedError('no record')
}

const isHead: Readonly<Record<string, (value: unknown) => boolean>> = {
  parent: (value) => value === null || typeof value === 'string',
  z: (value) => typeof value === 'string',
  by: (value) => typeof value === 'string',
  made: Number.isSafeInteger,
}

function readPieces(reader: ValueReader, count: unknown): readonly Uint8Array[] {
  if (typeof count !== 'number' || count > MAX_PIECES) throw new MalformedError('too many stroke pieces')
  if (count === 0) return NO_PIECES
  if (count === 1) return [reader.in.bytes(MAX_PIECE_BYTES)]
  const pieces: Uint8Array[] = []
  for (let i = 0; i < count; i++) pieces.push(reader.in.bytes(MAX_PIECE_BYTES))
  return pieces
}
