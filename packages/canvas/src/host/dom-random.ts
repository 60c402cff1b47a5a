import type { Random } from '../editor/board-ports.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const idLength = 16

/** Cryptographically random ids of 96 bits, so that they are unique and cannot be guessed. */
export function domRandom(): Random {
  return {
    id() {
      const bytes = crypto.getRandomValues(new Uint8Array(idLength))
      return Array.from(bytes, (byte) => alphabet[byte & 63]).join('')
    },
    number: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  }
}
