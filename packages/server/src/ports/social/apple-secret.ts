import { createPrivateKey, sign } from 'node:crypto'
import type { ClientProof } from '../../config.ts'

const LIFETIME_S = 300
const AUDIENCE = 'https://appleid.apple.com'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Apple uses no fixed client secret but a token signed with the team's key (ES256), created for each
 * request.
 */
export function appleSecret(
  clientId: string,
  { teamId, keyId, pem }: Extract<ClientProof, { kind: 'key' }>,
  nowMs: number,
): string {
  const now = Math.floor(nowMs / 1_000)
  const claims = { iss: teamId, iat: now, exp: now + LIFETIME_S, aud: AUDIENCE, sub: clientId }
  const signed = `${part({ alg: 'ES256', kid: keyId })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey(pem),
    dsaEncoding: 'ieee-p1363',
  })
  return `${signed}.${signature.toString('base64url')}`
}
