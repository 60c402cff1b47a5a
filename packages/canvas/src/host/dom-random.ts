import type { Random } from '../editor/board-ports.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const idLength = 16

/** The browser's own random source: 96 bits for an id, so that nobody meets or guesses one. */
export function domRandom(): Random {
  return {
    id() {
      const bytes = crypto.getRandomValues(new Uint8Array(idLength))
      return Array.from(bytes, (byte) => alphabet[byte & 63]).join('')
    },
    number: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  }
}
