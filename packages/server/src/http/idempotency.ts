import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { lifetimes } from '@tavla/contract'
import type { App } from '../context.ts'
import { invalid } from '../refusals.ts'
import { hashSecret } from '../secrets.ts'
import type { Answer } from './errors.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A creating call with the client's idempotency key. */
export interface Attempt {
  /** The client's `Idempotency-Key`, bound to caller and call. */
  readonly key: string
  /** Hash of the whole request, so that a key cannot be reused for another one. */
  readonly request: string
}

/**
 * Answers a repeated request with the first one's answer. Server errors are not stored, so that a retry can
 * succeed.
 */
export function createIdempotency(app: App) {
  const running = new Map<string, Promise<Answer>>()

  async function first(attempt: Attempt, act: () => Promise<Answer>): Promise<Answer> {
    const key_hash = hashSecret(attempt.key)
    const request_hash = hashSecret(attempt.request)
    const stored = await app.db.sql
      .selectFrom('answers')
      .selectAll()
      .where('key_hash', '=', key_hash)
      .executeTakeFirst()
    if (stored && stored.created_at > app.clock.now() - lifetimes.idempotencyKeyMs) {
      if (stored.request_hash !== request_hash)
        throw invalid({ 'Idempotency-Key': 'was used for another request' })
      return JSON.parse(open(stored.sealed, cipherKey(attempt)).toString('utf8')) as Answer
    }
    const answer = await act()
    if (answer.status >= 500) return answer
    const sealed = close(Buffer.from(JSON.stringify(answer)), cipherKey(attempt))
    const row = { key_hash, request_hash, status: answer.status, sealed, created_at: app.clock.now() }
    await app.db.sql
      .insertInto('answers')
      .values(row)
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(row))
      .execute()
    return answer
  }

  /**
   * Answers may contain tokens: they are encrypted with the client's key, of which only a hash is stored.
   */
  const cipherKey = ({ key }: Attempt) =>
    createHash('sha256').update(app.cipher.derive('answer', key)).digest()

  return async (attempt: Attempt, act: () => Promise<Answer>): Promise<Answer> => {
    for (let before = running.get(attempt.key); before; before = running.get(attempt.key))
      await before.catch(() => undefined)
    const answer = first(attempt, act)
    running.set(attempt.key, answer)
    try {
      return await answer
    } finally {
      running.delete(attempt.key)
    }
  }
}

function close(plain: Buffer, key: Buffer): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]))
}

function open(sealed: Uint8Array, key: Buffer): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
