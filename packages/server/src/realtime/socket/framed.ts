/** First byte of a web socket frame: a whole binary message. */
const wholeBinary = 0x82
const longest7 = 125
const longest16 = 65_535

/**
 * A message as it goes over a web socket that compresses nothing. A server's frames carry no mask, so the bytes are the
 * same for everybody: a room makes them once, and several messages can go out in one write.
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
