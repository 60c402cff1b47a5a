import type { Random } from '../editor/board-ports.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const idLength = 16
/** Random bytes are fetched for this many ids at once: an import needs tens of thousands, and each call takes as long as the rest. */
const idsPerCall = 256

/** Cryptographically random ids of 96 bits, so that they are unique and cannot be guessed. */
export function domRandom(): Random {
  const bytes = new Uint8Array(idLength * idsPerCall)
  let next = bytes.length
  return {
    id() {
      if (next === bytes.length) {
        crypto.getRandomValues(bytes)
        next = 0
      }
      let id = ''
      for (const end = next + idLength; next < end; next += 1) id += alphabet[bytes[next]! & 63]
      return id
    },
    number: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  }
}
