/** Bytes of a file, of which only parts are read. */
export interface ByteSource {
  readonly size: number
  /** Bytes `from` to before `to`; fewer at the end of the file. */
  read(from: number, to: number): Promise<Uint8Array>
}

/** Bytes that replace those at a position, and zeros behind them. */
export interface BytePatch {
  readonly at: number
  readonly bytes: Uint8Array
  readonly zeros: number
}

/** Bytes that are read at once. */
const windowBytes = 1024 * 1024
/** Bytes of the largest metadata whose content is read, and of all that is read of one file. */
export const maxPartBytes = 4 * 1024 * 1024
const maxMetadataBytes = 16 * 1024 * 1024
/** Parts of a file; cameras write some thousands. */
const maxParts = 200_000

/** Reads small parts out of larger ones, and collects what to change. */
export class PartReader {
  readonly size: number
  readonly #source: ByteSource
  readonly #patches: BytePatch[] = []
  #from = 0
  #bytes: Uint8Array = new Uint8Array()
  #parts = 0
  #left = maxMetadataBytes

  constructor(source: ByteSource) {
    this.#source = source
    this.size = source.size
  }

  /** A copy of these bytes; throws a RangeError beyond the end, and after too many parts. */
  async read(at: number, length: number): Promise<Uint8Array> {
    this.#parts += 1
    if (at + length > this.size || this.#parts > maxParts) throw new RangeError('outside of the file')
    if (at < this.#from || at + length > this.#from + this.#bytes.length) {
      this.#from = at
      this.#bytes = await this.#source.read(at, Math.min(this.size, at + Math.max(length, windowBytes)))
    }
    const part = this.#bytes.slice(at - this.#from, at - this.#from + length)
    if (part.length < length) throw new RangeError('shorter than its size')
    return part
  }

  async view(at: number, length: number): Promise<DataView> {
    return new DataView((await this.read(at, length)).buffer)
  }

  /** Whether metadata of this length may be read. What may not has to be overwritten as a whole: it can name the place. */
  reserve(length: number): boolean {
    if (length > maxPartBytes || length > this.#left) return false
    this.#left -= length
    return true
  }

  replace(at: number, bytes: Uint8Array): void {
    this.#patches.push({ at, bytes, zeros: 0 })
  }

  /** Zeros behind some first bytes; `length` counts both. */
  blank(at: number, length: number, first: Uint8Array = new Uint8Array()): void {
    const within = Math.max(0, Math.min(length, this.size - at))
    const bytes = first.subarray(0, within)
    this.#patches.push({ at, bytes, zeros: within - bytes.length })
  }

  /** In the order of their positions, no two of them for the same byte. */
  getPatches(): readonly BytePatch[] {
    const patches: BytePatch[] = []
    let end = 0
    for (const { at, bytes, zeros } of this.#patches.toSorted((a, b) => a.at - b.at)) {
      const covered = Math.max(0, end - at)
      const left = bytes.length + zeros - covered
      if (left <= 0) continue
      const own = bytes.subarray(covered)
      patches.push({ at: at + covered, bytes: own, zeros: left - own.length })
      end = at + covered + left
    }
    return patches
  }
}
