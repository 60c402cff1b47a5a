import { MalformedError } from '../model/bytes.ts'
import { MAX_STRING_BYTES } from '../model/limits.ts'
import { fromDecimal, toDecimal, type ValueReader, type ValueWriter } from '../model/values.ts'

const EQUAL = 0
const NUMBERS = 1
const FLOATS = 2
const VALUES = 3
const KEYS = 4

/** Writes one field of many records, with an encoding chosen by the values. */
export function writeColumn(writer: ValueWriter, values: readonly unknown[]): void {
  const { out } = writer
  const [first] = values
  if (typeof first !== 'object' && values.every((value) => value === first)) {
    out.byte(EQUAL)
    return writer.value(first)
  }
  if (values.every((value) => typeof value === 'number')) return writeNumbers(writer, values)
  if (values.every((value) => typeof value === 'string' && value.length > 0)) {
    return writeStringColumn(writer, values as readonly string[])
  }
  out.byte(VALUES)
  for (const value of values) writer.value(value)
}

/** One field of many records. */
export interface Column {
  readonly values: readonly unknown[]
  /** `equal`: the same value everywhere; `full`: none is undefined; `sparse`: some may be. */
  readonly fill: 'equal' | 'full' | 'sparse'
}

/** `count` must not be larger than the bytes that were left when it was read. */
export function readColumn(reader: ValueReader, count: number): Column {
  switch (reader.in.byte()) {
    case EQUAL:
      return readEqual(reader, count)
    case NUMBERS:
      return { values: readDecimals(reader, count), fill: 'full' }
    case FLOATS:
      return { values: readFloats(reader, count), fill: 'full' }
    case VALUES:
      return { values: readValues(reader, count), fill: 'sparse' }
    case KEYS:
      return { values: readStrings(reader, count), fill: 'full' }
    default:
      throw new MalformedError('unknown column')
  }
}

function readEqual(reader: ValueReader, count: number): Column {
  const value = reader.value()
  return { values: new Array<unknown>(count).fill(value), fill: value === undefined ? 'sparse' : 'equal' }
}

/** Delta encoding: neighbouring records have small differences. */
function writeNumbers({ out }: ValueWriter, values: readonly number[]): void {
  const decimals = values.map(toDecimal)
  if (!decimals.every((value) => value !== undefined)) {
    out.byte(FLOATS)
    return values.forEach((value) => out.float(value))
  }
  out.byte(NUMBERS)
  const areWhole = values.every(Number.isSafeInteger)
  out.byte(areWhole ? 1 : 0)
  let last = 0
  for (const value of areWhole ? values : decimals) {
    out.int(value - last)
    last = value
  }
}

function readDecimals({ in: bytes }: ValueReader, count: number): number[] {
  const areWhole = bytes.byte() === 1
  const values = new Array<number>(count)
  let last = 0
  for (let i = 0; i < count; i++) {
    last += bytes.int()
    if (!Number.isSafeInteger(last)) throw new MalformedError('number too large')
    values[i] = areWhole ? last : fromDecimal(last)
  }
  return values
}

function readFloats({ in: bytes }: ValueReader, count: number): number[] {
  const values = new Array<number>(count)
  for (let i = 0; i < count; i++) values[i] = bytes.float()
  return values
}

function readValues(reader: ValueReader, count: number): unknown[] {
  const values = new Array<unknown>(count)
  for (let i = 0; i < count; i++) values[i] = reader.value()
  return values
}

/**
 * Repeated strings (authors, colours) go through the string table, unique ones (order keys) are
 * prefix-compressed.
 */
function writeStringColumn(writer: ValueWriter, values: readonly string[]): void {
  if (new Set(values).size > values.length / 2) {
    writer.out.byte(KEYS)
    return writePlain(writer, values)
  }
  writer.out.byte(VALUES)
  for (const value of values) writer.value(value)
}

/** Prefix-compressed strings: only what differs from the previous one is written. */
export function writeStrings(writer: ValueWriter, values: readonly string[]): void {
  writer.out.uint(values.length)
  writePlain(writer, values)
}

function writePlain({ out }: ValueWriter, values: readonly string[]): void {
  let last = ''
  for (const value of values) {
    let shared = 0
    while (shared < last.length && shared < value.length && last[shared] === value[shared]) shared++
    // A prefix must not end in the middle of a surrogate pair, which is not valid UTF-8.
    if (shared > 0 && /[\ud800-\udbff]/.test(value[shared - 1]!)) shared -= 1
    out.uint(shared)
    out.string(value.slice(shared))
    last = value
  }
}

/** `count` must not be larger than the bytes that were left when it was read. */
export function readStrings(reader: ValueReader, count: number): string[] {
  const values = new Array<string>(count)
  let last = ''
  for (let i = 0; i < count; i++) {
    const shared = reader.in.uint()
    if (shared > last.length) throw new MalformedError('unknown string')
    last = reader.in.stringAfter(last, shared, MAX_STRING_BYTES)
    if (last.length > MAX_STRING_BYTES) throw new MalformedError('string too long')
    values[i] = last
  }
  return values
}
