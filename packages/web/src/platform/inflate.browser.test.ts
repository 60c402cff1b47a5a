import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inflate } from './inflate.ts'

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

describe('decompressing chunks', () => {
  const unhandled: unknown[] = []
  const note = (event: PromiseRejectionEvent): void => void unhandled.push(event.reason)
  beforeEach(() => addEventListener('unhandledrejection', note))
  afterEach(() => {
    removeEventListener('unhandledrejection', note)
    expect(unhandled.splice(0)).toEqual([])
  })

  it.each([0, 1, 300_000])('returns %i bytes as they were', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7919) % 251)
    expect(await inflate(await deflate(bytes))).toEqual(bytes)
  })

  it('rejects damaged and cut bytes, without another error in the page', async () => {
    const packed = await deflate(new TextEncoder().encode('harbour '.repeat(5000)))
    await expect(inflate(packed.subarray(0, packed.length >> 1))).rejects.toThrow()
    await expect(inflate(packed.map((byte) => byte ^ 0x5a))).rejects.toThrow()
  })
})
