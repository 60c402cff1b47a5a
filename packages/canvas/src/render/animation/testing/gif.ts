/** A square GIF of one colour for each frame, shown for `frameMs` each; no repetition if `once`. */
export function createGif(
  colors: readonly (readonly [number, number, number])[],
  frameMs: number,
  once = false,
): Blob {
  const size = 8
  const bytes = [...latin('GIF89a'), size, 0, size, 0, 0x91, 0, 0]
  const palette = Array.from({ length: 4 }, (_, i) => colors[i] ?? [0, 0, 0])
  bytes.push(...palette.flat())
  if (!once) bytes.push(0x21, 0xff, 11, ...latin('NETSCAPE2.0'), 3, 1, 0, 0, 0)
  for (const index of colors.keys()) {
    const delay = frameMs / 10
    bytes.push(0x21, 0xf9, 4, 0, delay & 255, delay >> 8, 0, 0)
    bytes.push(0x2c, 0, 0, 0, 0, size, 0, size, 0, 0, 2, ...pixels(index, size * size), 0)
  }
  return new Blob([new Uint8Array([...bytes, 0x3b])], { type: 'image/gif' })
}

const latin = (text: string): number[] => [...text].map((character) => character.charCodeAt(0))

/** LZW with a clear code before every pixel pair, so that codes keep three bits. */
function pixels(index: number, count: number): number[] {
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
  return [packed.length, ...packed]
}
