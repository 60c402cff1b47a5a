import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from './ports/random/port.ts'

/**
 * Hash under which a secret is stored, useless to somebody who reads the database. Sufficient for 256
 * random bits, not for passwords.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(a), 'hex'), Buffer.from(hashSecret(b), 'hex'))
}

/**
 * Secrets that must be shown again later (a link shown twice, a code emailed by a job) are derived from a
 * random id and the server's key, so that the database never holds them.
 */
export interface Cipher {
  derive(purpose: string, id: string): Buffer
  /** A 256-bit token; the prefix names its kind. */
  token(prefix: string, purpose: string, id: string): string
  /** Six digits for an email. */
  code(id: string): string
}

export function createCipher(secret: string): Cipher {
  const key = createHash('sha256').update(`tavla seal\n${secret}`).digest()
  const derive = (purpose: string, id: string) =>
    createHmac('sha256', key).update(`${purpose}\n${id}`).digest()
  return {
    derive,
    token: (prefix, purpose, id) => `${prefix}_${derive(purpose, id).toString('base64url')}`,
    code: (id) => String(derive('code', id).readUInt32BE() % 1_000_000).padStart(6, '0'),
  }
}

/** The token that accepts an emailed invite. */
export const invitationToken = (cipher: Cipher, id: string): string => cipher.token('i', 'invitation', id)

/**
 * The server's key: configured, or generated once and stored beside the data, readable by its owner only.
 */
export function loadSecret(configured: string | null, dataDir: string, random: Random): string {
  if (configured) return configured
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  const made = Buffer.from(random.bytes(32)).toString('base64url')
  try {
    writeFileSync(path, made, { flag: 'wx', mode: 0o600 })
    return made
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  chmodSync(path, 0o600)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32)
    throw new Error(`${path} is damaged: restore it from a backup, or remove it to end all links`)
  return secret
}
