import { pageScheduler, sliceMs, type TaskOptions } from './run-in-slices.ts'

/** Packed between two looks at the clock: browsers pack on the thread that asks, some milliseconds for this much. */
const packedAtOnce = 64_000

/** Packs bytes that arrive in parts (zlib, RFC 1950), in slices that leave the page its frames. */
export class Deflater {
  readonly #stream = new CompressionStream('deflate')
  readonly #input = this.#stream.writable.getWriter()
  readonly #parts: Uint8Array<ArrayBuffer>[] = []
  readonly #packed = this.#collect()

  async write(
    bytes: Uint8Array<ArrayBuffer>,
    { signal, scheduler = pageScheduler }: TaskOptions = {},
  ): Promise<void> {
    let from = scheduler.now()
    for (let at = 0; at < bytes.length; at += packedAtOnce) {
      signal?.throwIfAborted()
      await this.#input.write(bytes.subarray(at, at + packedAtOnce))
      if (scheduler.now() - from < sliceMs) continue
      await scheduler.yieldToEventLoop()
      from = scheduler.now()
    }
  }

  /** What has come out so far and was not taken yet. */
  take(): Uint8Array<ArrayBuffer>[] {
    return this.#parts.splice(0)
  }

  /** Nothing more comes; answers what was not taken yet. */
  async end(): Promise<Uint8Array<ArrayBuffer>[]> {
    await this.#input.close()
    await this.#packed
    return this.take()
  }

  async #collect(): Promise<void> {
    const reader = this.#stream.readable.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) this.#parts.push(read.value)
  }
}
