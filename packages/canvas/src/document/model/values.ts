import { type ByteReader, type ByteWriter, MalformedError } from './bytes.ts'
import { MAX_STRING_BYTES, MAX_VALUE_DEPTH } from './limits.ts'

const NULL = 0
const FALSE = 1
const TRUE = 2
const ABSENT = 3
const WHOLE = 4
const DECIMAL = 5
const FLOAT = 6
const TEXT = 7
const LIST = 8
const OBJECT = 9

/** Most coordinates have at most four decimals; multiples of 1/16 have exactly four. */
const DECIMALS = 10_000
const MAX_DECIMAL = 2 ** 45

/** Longer lists may be claimed by fewer bytes than they would take in memory. */
const PRESIZED = 1_000

/** Names that could cause prototype pollution; no field of ours has them. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** A value that a record cannot hold: not finite, or not plain data. */
export class UnstorableError extends TypeError {
  override readonly name = 'UnstorableError'
}

/** The value in ten-thousandths, if that is an exact integer. */
export function toDecimal(value: number): number | undefined {
  const scaled = Math.round(value * DECIMALS)
  return Math.abs(scaled) < MAX_DECIMAL && scaled / DECIMALS === value ? scaled : undefined
}

export function fromDecimal(scaled: number): number {
  return scaled / DECIMALS
}

/** Writes JSON-like values. Strings are written once and then referenced. */
export class ValueWriter {
  readonly out: ByteWriter
  readonly #known = new Map<string, number>()

  constructor(out: ByteWriter) {
    this.out = out
  }

  string(value: string): void {
    const position = this.#known.get(value)
    if (position !== undefined) return this.out.uint(position)
    this.out.uint(0)
    this.out.string(value)
    this.#known.set(value, this.#known.size + 1)
  }

  /** A JSON value, or undefined for an absent field. */
  value(value: unknown): void {
    if (value === null) return this.out.byte(NULL)
    if (value === undefined) return this.out.byte(ABSENT)
    if (typeof value === 'boolean') return this.out.byte(value ? TRUE : FALSE)
    if (typeof value === 'number') return this.#number(value)
    if (typeof value === 'string') {
      this.out.byte(TEXT)
      return this.string(value)
    }
    if (Array.isArray(value)) return this.#list(value)
    if (typeof value === 'object') return this.#object(value)
    throw new UnstorableError(`a ${typeof value} cannot be stored`)
  }

  #number(value: number): void {
    if (!Number.isFinite(value)) throw new UnstorableError(`${value} cannot be stored`)
    const decimal = Number.isSafeInteger(value) ? undefined : toDecimal(value)
    if (Number.isSafeInteger(value) && Math.abs(value) < 2 ** 51) {
      this.out.byte(WHOLE)
      this.out.int(value)
    } else if (decimal !== undefined) {
      this.out.byte(DECIMAL)
      this.out.int(decimal)
    } else {
      this.out.byte(FLOAT)
      this.out.float(value)
    }
  }

  #list(list: readonly unknown[]): void {
    this.out.byte(LIST)
    this.out.uint(list.length)
    for (const item of list) this.value(item)
  }

  #object(object: object): void {
    const entries = Object.entries(object)
    this.out.byte(OBJECT)
    this.out.uint(entries.length)
    for (const [name, item] of entries) {
      this.string(name)
      this.value(item)
    }
  }
}

/** Reads the output of `ValueWriter`. Throws a `MalformedError` for anything else. */
export class ValueReader {
  readonly in: ByteReader
  readonly #known: string[] = []

  constructor(reader: ByteReader) {
    this.in = reader
  }

  string(): string {
    const position = this.in.uint()
    if (position > 0) {
      const value = this.#known[position - 1]
      if (value === undefined) throw new MalformedError('unknown string')
      return value
    }
    const value = this.in.string(MAX_STRING_BYTES)
    this.#known.push(value)
    return value
  }

  name(): string {
    const name = this.string()
    if (FORBIDDEN.has(name)) throw new MalformedError('forbidden name')
    return name
  }

  value(depth = MAX_VALUE_DEPTH): unknown {
    if (depth === 0) throw new MalformedError('nested too deep')
    switch (this.in.byte()) {
      case NULL:
        return null
      case FALSE:
        return false
      case TRUE:
        return true
      case ABSENT:
        return undefined
      case WHOLE:
        return this.in.int()
      case DECIMAL:
        return fromDecimal(this.in.int())
      case FLOAT:
        return this.in.float()
      case TEXT:
        return this.string()
      case LIST:
        return this.#list(depth)
      case OBJECT:
        return this.#object(depth)
      default:
        throw new MalformedError('unknown value')
    }
  }

  /** An object with field values. */
  fields(): Record<string, unknown> {
    if (this.in.byte() !== OBJECT) throw new MalformedError('fields expected')
    return this.#object(MAX_VALUE_DEPTH)
  }

  #list(depth: number): unknown[] {
    const count = this.in.count(this.in.remaining)
    // As long as needed: a list that grows item by item has room for sixteen more.
    const list = count <= PRESIZED ? new Array<unknown>(count) : []
    for (let i = 0; i < count; i++) list[i] = this.value(depth - 1)
    return list
  }

  #object(depth: number): Record<string, unknown> {
    const count = this.in.count(this.in.remaining)
    const object: Record<string, unknown> = {}
    for (let i = 0; i < count; i++) {
      const name = this.name()
      if (Object.hasOwn(object, name)) throw new MalformedError('named twice')
      object[name] = this.value(depth - 1)
    }
    return object
  }
}
