// A message is [varint header length][header: JSON in UTF-8][payload]. The header is small and validated by a
// schema. The payload (edits, chunks, previews) is encoded by the canvas codec and passed on as is.

// Available in all browsers and Node; declared here, because the contract uses neither's types.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly fatal: boolean; readonly ignoreBOM: boolean })
  decode(bytes: Uint8Array): string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const nothing = new Uint8Array(0)

/** Maximum bytes of the header length: 4 × 7 bits allow 256 MiB. */
const longestVarint = 4

export interface RawFrame {
  /** Parsed JSON, not validated. */
  readonly header: unknown
  /** A view into the message, not a copy. */
  readonly payload: Uint8Array
}

export type FrameFault = 'too_large' | 'malformed'

export interface FrameCaps {
  readonly frame: number
  readonly header: number
}

/** Encodes a binary message; the header must be plain JSON data. */
export function encodeFrame(header: object, payload: Uint8Array = nothing): Uint8Array<ArrayBuffer> {
  const text = encoder.encode(JSON.stringify(header))
  const length: number[] = []
  let rest = text.length
  while (rest > 127) {
    length.push((rest & 127) | 128)
    rest >>>= 7
  }
  length.push(rest)
  const frame = new Uint8Array(length.length + text.length + payload.length)
  frame.set(length, 0)
  frame.set(text, length.length)
  frame.set(payload, length.length + text.length)
  return frame
}

/** Decodes a message; never throws. */
export function decodeFrame(message: Uint8Array, caps: FrameCaps): RawFrame | FrameFault {
  if (message.length > caps.frame) return 'too_large'
  const head = readLength(message)
  if (!head) return 'malformed'
  if (head.length > caps.header) return 'too_large'
  const end = head.next + head.length
  if (end > message.length) return 'malformed'
  try {
    const header: unknown = JSON.parse(decoder.decode(message.subarray(head.next, end)))
    return { header, payload: message.subarray(end) }
  } catch {
    // Both errors mean that the bytes are not a header.
    return 'malformed'
  }
}

function readLength(message: Uint8Array): { readonly length: number; readonly next: number } | undefined {
  let length = 0
  for (let index = 0; index < longestVarint; index += 1) {
    const byte = message[index]
    if (byte === undefined) return undefined
    length |= (byte & 127) << (7 * index)
    if (byte < 128) return { length, next: index + 1 }
  }
  return undefined
}
