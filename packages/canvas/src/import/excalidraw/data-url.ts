import { importLimits } from '../import-limits.ts'

/** An embedded image, to be uploaded. */
export interface ForeignImage {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type according to the file; the server detects it from the bytes. */
  readonly type: string
}

const dataUrl = /^data:(image\/[a-z0-9.+-]{1,40})(?:;[a-z0-9=-]{1,40})?;base64,/i

/** Decodes a data URL; undefined for anything else. */
export function readImage(address: string): ForeignImage | undefined {
  const head = dataUrl.exec(address.slice(0, 200))
  if (head === null) return undefined
  const bytes = readBase64(address, head[0].length)
  return bytes && bytes.length > 0 ? { bytes, type: head[1]!.toLowerCase() } : undefined
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Uint8Array(128).fill(255)
for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value

/** Own implementation, because this layer uses neither browser nor Node APIs. */
export function readBase64(text: string, from = 0): Uint8Array<ArrayBuffer> | undefined {
  let end = text.length
  while (end > from && text.charCodeAt(end - 1) === 61) end -= 1
  const size = Math.floor(((end - from) * 3) / 4)
  if (size > importLimits.imageBytes) return undefined
  const bytes = new Uint8Array(size)
  let bits = 0
  let held = 0
  let at = 0
  for (let i = from; i < end; i += 1) {
    const unit = text.charCodeAt(i)
    const value = unit < 128 ? values[unit]! : 255
    if (value === 255) return undefined
    bits = ((bits << 6) | value) & 0xffffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at] = (bits >> held) & 255
    at += 1
  }
  return bytes
}
