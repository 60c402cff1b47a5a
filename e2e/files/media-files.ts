import type { Page } from '@playwright/test'

/** A square GIF that is red, then blue, each for a tenth of a second, over and over. */
export function createGif(): Buffer {
  const size = 64
  const frame = (index: number): number[] => [
    ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, size, 0, size, 0, 0, 2],
    ...getBlocks(packPixels(index, size * size)),
  ]
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([size, 0, size, 0, 0x91, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0]),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from([3, 1, 0, 0, 0, ...frame(0), ...frame(1), 0x3b]),
  ])
}

/** LZW with a clear code before every pair of pixels, so that all codes have three bits. */
function packPixels(index: number, count: number): number[] {
  const codes: number[] = []
  for (let i = 0; i < count; i += 2) codes.push(4, index, index)
  codes.push(5)
  const packed: number[] = []
  codes.forEach((code, i) => {
    for (let bit = 0; bit < 3; bit++) {
      const at = i * 3 + bit
      packed[at >> 3] = (packed[at >> 3] ?? 0) | (((code >> bit) & 1) << (at & 7))
    }
  })
  return packed
}

function getBlocks(bytes: readonly number[]): number[] {
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  return [...blocks, 0]
}

/** A green video of one to two seconds, recorded by the browser. */
export async function recordVideo(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const context = canvas.getContext('2d')!
    // Before anything is recorded: the first frame would be black.
    context.fillStyle = '#00b800'
    context.fillRect(0, 0, canvas.width, canvas.height)
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    for (let frame = 0; frame < 30; frame++) {
      context.fillStyle = frame % 2 ? '#00c000' : '#00b800'
      context.fillRect(0, 0, canvas.width, canvas.height)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(text, 'base64')
}
