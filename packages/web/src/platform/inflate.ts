/** Decompresses `deflate-raw`, the format of stored and sent chunks. */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const compressed = new Blob([new Uint8Array(bytes)]).stream()
  const decompressed = compressed.pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(decompressed).arrayBuffer())
}
