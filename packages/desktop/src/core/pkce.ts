import { createHash } from 'node:crypto'

/** Cryptographically random bytes; the shell passes `randomBytes` of node:crypto. */
export type RandomBytes = (count: number) => Uint8Array

/** 32 bytes result in 43 characters, the minimum of RFC 7636. */
const secretBytes = 32

/** A new secret of 43 base64url characters, for a verifier or `state`. */
export function createSecret(random: RandomBytes): string {
  return Buffer.from(random(secretBytes)).toString('base64url')
}

/** RFC 7636, method S256: only the challenge leaves the shell. */
export function getChallenge(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url')
}
