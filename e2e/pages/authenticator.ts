import { createHmac } from 'node:crypto'

const stepMs = 30_000

/** The code that an authenticator app shows now for a key in base 32 (RFC 6238). */
export function readTotp(key: string): string {
  const bits = [...key].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.readUInt8(digest.length - 1) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
