import { createHmac } from 'node:crypto'

// RFC 6238 with the parameters that every app supports: SHA-1, 30 seconds, six digits.
const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const getStep = (now: number): number => Math.floor(now / STEP_MS)

/** RFC 4226, section 5.3. */
export function getTotp(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hmac = createHmac('sha1', secret).update(counter).digest()
  const offset = (hmac.at(-1) ?? 0) & 0x0f
  const number = hmac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The matching time step among the current one and its neighbours, to allow for clock skew; null: none. */
export function findStep(secret: Uint8Array, code: string, now: number): number | null {
  const step = getStep(now)
  return [step, step - 1, step + 1].find((near) => getTotp(secret, near) === code) ?? null
}

/** RFC 4648 without padding, the form in which secrets are typed into apps. */
export function toBase32(bytes: Uint8Array): string {
  let [bits, held, text] = [0, 0, '']
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >> bits) & 31] ?? ''
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + (ALPHABET[(held << (5 - bits)) & 31] ?? '')
}
