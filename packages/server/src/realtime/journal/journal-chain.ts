import { createHash } from 'node:crypto'

/** Characters of a chain hash: 132 bits. */
const length = 22

/** Chain hash of the journal at `seq`, over the previous one and the edit's stored bytes. */
export function nextChain(before: string, seq: number, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(`${before} ${seq} `).update(bytes)
  return hash.digest('base64url').slice(0, length)
}
