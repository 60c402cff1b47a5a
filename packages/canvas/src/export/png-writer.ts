import { Deflater } from './deflater.ts'
import type { TaskOptions } from './run-in-slices.ts'

/**
 * Encodes a PNG from bands of pixels, so that a huge image is never in memory as a whole. 8-bit RGBA with the
 * "up" filter (differences from the row above), which compresses flat drawings best.
 */
export class PngWriter {
  readonly #rowBytes: number
  readonly #parts: BlobPart[] = []
  readonly #deflater = new Deflater()
  #above: Uint8Array

  constructor(widthPx: number, heightPx: number) {
    this.#rowBytes = widthPx * 4
    this.#above = new Uint8Array(this.#rowBytes)
    this.#parts.push(
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      createPngChunk('IHDR', header(widthPx, heightPx)),
    )
  }

  /** Complete rows of RGBA, from the top. */
  async addRows(pixels: Uint8ClampedArray, work: TaskOptions = {}): Promise<void> {
    const rowBytes = this.#rowBytes
    const above = this.#above
    const rows = pixels.length / rowBytes
    const filtered = new Uint8Array(rows * (rowBytes + 1))
    for (let row = 0; row < rows; row++) {
      const from = row * rowBytes
      let to = row * (rowBytes + 1)
      filtered[to++] = 2
      for (let i = 0; i < rowBytes; i++) {
        const value = pixels[from + i]!
        filtered[to + i] = value - above[i]!
        above[i] = value
      }
    }
    await this.#deflater.write(filtered, work)
    this.#put(this.#deflater.take())
  }

  async finish(): Promise<Blob> {
    this.#put(await this.#deflater.end())
    return new Blob([...this.#parts, createPngChunk('IEND', new Uint8Array(0))], { type: 'image/png' })
  }

  /** Stored as blobs, which browsers can keep outside of the page's memory. */
  #put(packed: readonly Uint8Array[]): void {
    if (packed.length > 0) this.#parts.push(new Blob(packed.map((data) => createPngChunk('IDAT', data))))
  }
}

function header(widthPx: number, heightPx: number): Uint8Array {
  const bytes = new Uint8Array(13)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, widthPx)
  view.setUint32(4, heightPx)
  // 8 bits per channel, colour type 6: RGBA.
  bytes.set([8, 6, 0, 0, 0], 8)
  return bytes
}

export function createPngChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)))
  return bytes
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 of PNG chunks. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = checksums[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
