import { pageScheduler, sliceMs, type TaskOptions } from './run-in-slices.ts'

/**
 * Bytes compressed between two time checks: browsers compress on the calling thread, a few milliseconds for this
 * size.
 */
const sliceBytes = 64_000

/** Compresses bytes in parts (zlib, RFC 1950), with yields so that the page stays responsive. */
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
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      signal?.throwIfAborted()
      await this.#input.write(bytes.subarray(at, at + sliceBytes))
      if (scheduler.now() - from < sliceMs) continue
      await scheduler.yieldToEventLoop()
      from = scheduler.now()
    }
  }

  /** Returns and clears the output so far. */
  take(): Uint8Array<ArrayBuffer>[] {
    return this.#parts.splice(0)
  }

  /** Ends the stream and returns the remaining output. */
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
