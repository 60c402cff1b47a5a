import { createHash } from 'node:crypto'

/** Random bytes of a secret source; the shell passes `randomBytes` of node:crypto. */
export type RandomBytes = (count: number) => Uint8Array

/** 32 bytes make 43 characters, the least that RFC 7636 allows and more than anyone can guess. */
const secretBytes = 32

/** A fresh secret of 43 base64url characters: a verifier, or a `state`. */
export function createSecret(random: RandomBytes): string {
  return Buffer.from(random(secretBytes)).toString('base64url')
}

/** RFC 7636, method S256: the verifier stays in the shell, only this leaves it. */
export function getChallenge(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url')
}
