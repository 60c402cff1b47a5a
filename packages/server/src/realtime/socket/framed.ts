/** First byte of a WebSocket frame: a complete binary message. */
const wholeBinary = 0x82
const longest7 = 125
const longest16 = 65_535

/**
 * Wraps a message in an uncompressed WebSocket frame. Server frames are not masked, so the bytes are the
 * same for everybody: a room creates them once, and several messages can share one write.
 */
export function framed(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = message
  const head = length <= longest7 ? 2 : length <= longest16 ? 4 : 10
  const bytes = new Uint8Array(head + length)
  bytes[0] = wholeBinary
  if (head === 2) bytes[1] = length
  else {
    const view = new DataView(bytes.buffer)
    bytes[1] = head === 4 ? 126 : 127
    if (head === 4) view.setUint16(2, length)
    else view.setBigUint64(2, BigInt(length))
  }
  bytes.set(message, head)
  return bytes
}
