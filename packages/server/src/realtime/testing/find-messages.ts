/** The messages in what was written to a web socket; only for whole, unmasked, binary ones. */
export function findMessages(frames: Uint8Array, more?: Uint8Array): Uint8Array[] {
  return more ? [...getMessages(frames), ...getMessages(more)] : getMessages(frames)
}

function getMessages(bytes: Uint8Array): Uint8Array[] {
  const messages: Uint8Array[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] !== 0x82) throw new Error(`a frame begins with ${bytes[at]}`)
    const short = view.getUint8(at + 1)
    const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2)
    const length =
      short === 127 ? Number(view.getBigUint64(at + 2)) : short === 126 ? view.getUint16(at + 2) : short
    messages.push(Uint8Array.from(bytes.subarray(start, start + length)))
    at = start + length
  }
  return messages
}
