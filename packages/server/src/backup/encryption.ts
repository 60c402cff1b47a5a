import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/*
 * Encrypted parts, version 1:
 *
 *   "TVLB" · version (1 byte) · salt (16 bytes) · chunks
 *
 * A chunk is at most 64 KiB of content, encrypted with AES-256-GCM, and its tag of 16 bytes. Only the last one may be
 * shorter. Each part has a key of its own: HKDF-SHA-256 of the store's key with the salt and the part's path, so that a
 * part cannot stand in for another one. The nonce of a chunk is its number (11 bytes, big-endian) and 1 for the last
 * chunk, else 0 (1 byte): chunks that are missing, repeated or in another order do not decrypt, nor does a part without
 * its end.
 */
const MAGIC = Buffer.from('TVLB')
const VERSION = 1
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const NONCE_BYTES = 12
const KEY_BYTES = 32

/** What the store says of its key: how it comes from the passphrase, and a proof that a passphrase is the right one. */
export interface KeyDerivation {
  readonly kdf: 'scrypt'
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  /** Hex. */
  readonly salt: string
  readonly proof: string
}

const usualCost = { cost: 1 << 17, blockSize: 8, parallelization: 1 } as const

export class DamagedPart extends Error {}

/** Encrypts and names the parts of one store. */
export class BackupCipher {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  static async create(
    passphrase: string,
  ): Promise<{ readonly cipher: BackupCipher; readonly derivation: KeyDerivation }> {
    const salt = randomBytes(SALT_BYTES)
    const cipher = new BackupCipher(await derive(passphrase, { ...usualCost, salt }))
    const derivation = {
      kdf: 'scrypt',
      ...usualCost,
      salt: salt.toString('hex'),
      proof: cipher.#proof,
    } as const
    return { cipher, derivation }
  }

  /** Null: another passphrase was used. */
  static async open(passphrase: string, derivation: KeyDerivation): Promise<BackupCipher | null> {
    const salt = Buffer.from(derivation.salt, 'hex')
    const cipher = new BackupCipher(await derive(passphrase, { ...derivation, salt }))
    return cipher.#proof === derivation.proof ? cipher : null
  }

  get #proof(): string {
    return this.#deriveKey(Buffer.alloc(0), 'proof').toString('hex')
  }

  /** Names that say nothing of the content, also to somebody who knows a file and looks for it. */
  getName(hash: string): string {
    return createHmac('sha256', this.#deriveKey(Buffer.alloc(0), 'names'))
      .update(hash)
      .digest('hex')
  }

  static getSize(plainBytes: number): number {
    return HEADER_BYTES + plainBytes + TAG_BYTES * Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES))
  }

  async *encrypt(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES)
    const key = this.#deriveKey(salt, path)
    yield Buffer.concat([MAGIC, Buffer.from([VERSION]), salt])
    for await (const { bytes, index, isLast } of inChunks(content, CHUNK_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', key, getNonce(index, isLast))
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
  }

  async *decrypt(path: string, stored: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const { header, rest } = await splitHeader(stored)
    if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new DamagedPart('it is not encrypted by Tavla')
    if (header[MAGIC.length] !== VERSION)
      throw new DamagedPart('it was encrypted by a newer version of Tavla')
    const key = this.#deriveKey(header.subarray(MAGIC.length + 1), path)
    for await (const { bytes, index, isLast } of inChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
      if (bytes.length < TAG_BYTES) throw new DamagedPart('its end is missing')
      const decipher = createDecipheriv('aes-256-gcm', key, getNonce(index, isLast), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const plain = decipher.update(bytes.subarray(0, -TAG_BYTES))
      try {
        decipher.final()
      } catch {
        throw new DamagedPart('it was changed or is not whole')
      }
      yield plain
    }
  }

  #deriveKey(salt: Uint8Array, purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, salt, `tavla backup ${purpose}`, KEY_BYTES))
  }
}

type ScryptOptions = Pick<KeyDerivation, 'cost' | 'blockSize' | 'parallelization'> & { readonly salt: Buffer }

const scryptKey = promisify<string, Buffer, number, object, Buffer>(scrypt)

function derive(
  passphrase: string,
  { cost, blockSize, parallelization, salt }: ScryptOptions,
): Promise<Buffer> {
  const maxmem = 2 * 128 * cost * blockSize
  return scryptKey(passphrase, salt, KEY_BYTES, { cost, blockSize, parallelization, maxmem })
}

function getNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(index, NONCE_BYTES - 7, 6)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

interface Chunk {
  readonly bytes: Buffer
  readonly index: number
  readonly isLast: boolean
}

/** At least one chunk, an empty one for empty content. */
async function* inChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Chunk> {
  let waiting = Buffer.alloc(0)
  let index = 0
  for await (const piece of source) {
    waiting = Buffer.concat([waiting, piece])
    let start = 0
    // The last chunk is known only when nothing follows.
    for (; waiting.length - start > size; start += size, index += 1)
      yield { bytes: waiting.subarray(start, start + size), index, isLast: false }
    waiting = waiting.subarray(start)
  }
  yield { bytes: waiting, index, isLast: true }
}

async function splitHeader(
  stored: AsyncIterable<Uint8Array>,
): Promise<{ readonly header: Buffer; readonly rest: AsyncGenerator<Uint8Array> }> {
  const pieces = stored[Symbol.asyncIterator]()
  let begin = Buffer.alloc(0)
  while (begin.length < HEADER_BYTES) {
    const { done, value } = await pieces.next()
    if (done === true) break
    begin = Buffer.concat([begin, value])
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield begin.subarray(HEADER_BYTES)
    for (;;) {
      const { done, value } = await pieces.next()
      if (done === true) return
      yield value
    }
  }
  return { header: begin.subarray(0, HEADER_BYTES), rest: rest() }
}
