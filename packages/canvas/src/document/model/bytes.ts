/** Invalid bytes from outside; the sender's fault. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

const utf8 = new TextEncoder()
/** Length in characters up to which ASCII is written and read without TextEncoder and TextDecoder. */
const MOST_BY_HAND = 64
const fromUtf8 = new TextDecoder('utf-8', { fatal: true })
/** A list of every length, filled with the characters of a string to create: a new view of the bytes costs more. */
const CHARACTERS = Array.from({ length: MOST_BY_HAND + 1 }, (_, length) => new Array<number>(length).fill(0))

/** Writes varints, floats and strings into a buffer that grows. */
export class ByteWriter {
  #buffer: Uint8Array
  #view: DataView
  #at = 0

  constructor(capacity = 256) {
    this.#buffer = new Uint8Array(capacity)
    this.#view = new DataView(this.#buffer.buffer)
  }

  get length(): number {
    return this.#at
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#buffer[this.#at++] = value
  }

  /** A whole number from 0 to 2^53 - 1 as varint, seven bits per byte. */
  uint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#buffer[this.#at++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#buffer[this.#at++] = rest
  }

  /** A whole number between -2^52 and 2^52, zigzag-encoded. */
  int(value: number): void {
    this.uint(value < 0 ? -value * 2 - 1 : value * 2)
  }

  float(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.#at, value, true)
    this.#at += 8
  }

  bytes(value: Uint8Array): void {
    this.uint(value.length)
    this.raw(value)
  }

  raw(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#buffer.set(value, this.#at)
    this.#at += value.length
  }

  string(value: string): void {
    if (!this.#ascii(value)) this.bytes(utf8.encode(value))
  }

  /** Ids and names are short ASCII, for which a call of TextEncoder costs more than a loop. */
  #ascii(value: string): boolean {
    const { length } = value
    if (length > MOST_BY_HAND) return false
    const began = this.#at
    this.uint(length)
    this.#reserve(length)
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i)
      if (unit > 0x7f) {
        this.#at = began
        return false
      }
      this.#buffer[this.#at++] = unit
    }
    return true
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#at)
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#buffer.length) return
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#at + count))
    grown.set(this.#buffer.subarray(0, this.#at))
    this.#buffer = grown
    this.#view = new DataView(grown.buffer)
  }
}

/**
 * Reads the output of `ByteWriter`. Any other input throws a `MalformedError`, without endless loops or large
 * allocations.
 */
export class ByteReader {
  readonly #buffer: Uint8Array
  readonly #length: number
  /** Created for the first float, since few batches have any. */
  #view: DataView | undefined
  #at = 0

  constructor(buffer: Uint8Array) {
    this.#buffer = buffer
    this.#length = buffer.length
  }

  get remaining(): number {
    return this.#length - this.#at
  }

  byte(): number {
    if (this.#at >= this.#length) throw new MalformedError('ends too early')
    return this.#buffer[this.#at++]!
  }

  uint(): number {
    const first = this.byte()
    if (first < 0x80) return first
    let value = first & 0x7f
    // As long as it fits, since engines calculate faster with small integers.
    for (let shift = 7; shift < 28; shift += 7) {
      const next = this.byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
    return this.#largeUint(value)
  }

  /** Continues after the first four bytes. */
  #largeUint(start: number): number {
    let value = start
    let scale = 2 ** 28
    for (let i = 4; i < 8; i++) {
      const next = this.byte()
      value += (next & 0x7f) * scale
      if (next < 0x80) {
        if (!Number.isSafeInteger(value)) throw new MalformedError('number too large')
        return value
      }
      scale *= 0x80
    }
    throw new MalformedError('number too long')
  }

  int(): number {
    const value = this.uint()
    if (value < 2 ** 30) return value & 1 ? -(value + 1) >> 1 : value >> 1
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  /** A finite number. Minus zero becomes zero, so that equal boards have equal bytes. */
  float(): number {
    if (this.remaining < 8) throw new MalformedError('ends too early')
    const { buffer, byteOffset, byteLength } = this.#buffer
    this.#view ??= new DataView(buffer, byteOffset, byteLength)
    const value = this.#view.getFloat64(this.#at, true)
    this.#at += 8
    if (!Number.isFinite(value)) throw new MalformedError('not a finite number')
    return value === 0 ? 0 : value
  }

  /** Number of items that follow. Each takes at least one byte, so a count above the remaining bytes is invalid. */
  count(most: number): number {
    const value = this.uint()
    if (value > most) throw new MalformedError(`more than ${most}`)
    if (value > this.remaining) throw new MalformedError('ends too early')
    return value
  }

  bytes(most: number): Uint8Array {
    const length = this.count(most)
    const value = this.#buffer.slice(this.#at, this.#at + length)
    this.#at += length
    return value
  }

  string(mostBytes: number): string {
    return this.stringAfter('', 0, mostBytes)
  }

  /** A string that begins with the first `shared` characters of `prefix`; only the rest of it is read. */
  stringAfter(prefix: string, shared: number, mostBytes: number): string {
    const length = this.count(mostBytes)
    const from = this.#at
    this.#at += length
    const short = this.#short(prefix, shared, from, length)
    if (short !== undefined) return short
    try {
      return prefix.slice(0, shared) + fromUtf8.decode(this.#buffer.subarray(from, this.#at))
    } catch {
      throw new MalformedError('not UTF-8')
    }
  }

  /** Short ASCII, for which a call of TextDecoder costs several times more; undefined for anything else. */
  #short(prefix: string, shared: number, from: number, length: number): string | undefined {
    if (shared + length > MOST_BY_HAND) return undefined
    const characters = CHARACTERS[shared + length]!
    for (let i = 0; i < shared; i++) characters[i] = prefix.charCodeAt(i)
    for (let i = 0; i < length; i++) {
      const byte = this.#buffer[from + i]!
      if (byte > 0x7f) return undefined
      characters[shared + i] = byte
    }
    return String.fromCharCode.apply(null, characters)
  }

  end(): void {
    if (this.remaining > 0) throw new MalformedError('bytes left over')
  }
}
