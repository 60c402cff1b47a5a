import type { Random } from './port.ts'

const ALPHABET = '0123456789abcdefghijkmnpqrstuvwxyz'

/** A public id: about 102 bits in 20 characters that are hard to confuse. */
export function randomId(random: Random): string {
  let id = ''
  while (id.length < 20) {
    for (const byte of random.bytes(32)) {
      // 238 = 7 × 34: larger bytes would favour the first characters.
      if (byte < 238 && id.length < 20) id += ALPHABET[byte % ALPHABET.length]
    }
  }
  return id
}

/** Finds ids of `randomId` in a text, each by itself and not as a part of something longer. */
export const randomIdPattern = /(?<![0-9A-Za-z])[0-9a-kmnp-z]{20}(?![0-9A-Za-z])/g

/** A 256-bit secret. The prefix names its kind, so that kinds cannot be mixed up. */
export function randomSecret(random: Random, prefix: string): string {
  return `${prefix}_${Buffer.from(random.bytes(32)).toString('base64url')}`
}
