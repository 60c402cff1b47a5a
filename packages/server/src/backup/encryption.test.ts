import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { BackupCipher, type KeyDerivation } from './encryption.ts'

const passphrase = 'a passphrase of the tests'
const chunk = 65_536
const storedChunk = chunk + 16
const header = 21
let cipher: BackupCipher
let derivation: KeyDerivation
beforeAll(async () => {
  const created = await BackupCipher.create(passphrase)
  cipher = created.cipher
  derivation = created.derivation
})

const content = (size: number): Buffer => Buffer.from(Uint8Array.from({ length: size }, (_, at) => at % 251))
const encrypt = (plain: Buffer, path = 'parts/a') =>
  buffer(Readable.from(cipher.encrypt(path, Readable.from(cut(plain, 10_000)))))
const decrypt = (stored: Buffer, path = 'parts/a', pieces = 7_001) =>
  buffer(Readable.from(cipher.decrypt(path, Readable.from(cut(stored, pieces)))))

function cut(bytes: Buffer, size: number): Buffer[] {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  return pieces.length > 0 ? pieces : [bytes]
}

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5])(
  'content of %i bytes comes back whole, in whatever pieces it is read',
  async (size) => {
    const stored = await encrypt(content(size))
    expect(stored.length).toBe(BackupCipher.getSize(size))
    for (const pieces of [1, 7_001, 1 << 20].filter((one) => one > 1 || size < 100))
      expect((await decrypt(stored, 'parts/a', pieces)).equals(content(size))).toBe(true)
  },
)

test('a part that is cut off, put together in another order, or changed anywhere does not decrypt', async () => {
  const stored = await encrypt(content(2 * chunk + 100))
  const [first, second] = [0, 1].map((at) =>
    stored.subarray(header + at * storedChunk, header + (at + 1) * storedChunk),
  )
  const end = stored.subarray(header + 2 * storedChunk)
  const start = stored.subarray(0, header)
  const damaged: Buffer[] = [
    stored.subarray(0, -1),
    stored.subarray(0, header + 2 * storedChunk),
    stored.subarray(0, header + storedChunk),
    start,
    stored.subarray(0, 5),
    Buffer.concat([start, second!, first!, end]),
    Buffer.concat([start, first!, first!, second!, end]),
    Buffer.concat([start, first!, end]),
    Buffer.concat([stored, Buffer.from('x')]),
  ]
  for (const at of [0, 4, 5, header, header + storedChunk + 9, stored.length - 1]) {
    const changed = Buffer.from(stored)
    changed[at]! ^= 1
    damaged.push(changed)
  }
  for (const one of damaged) await expect(decrypt(one)).rejects.toThrow(/changed|end is missing|encrypted by/)
})

test('a part cannot stand in for another one', async () => {
  const stored = await encrypt(content(10), 'parts/a')
  await expect(decrypt(stored, 'parts/b')).rejects.toThrow('changed')
})

test('the passphrase opens the store again, and no other one does', async () => {
  const again = await BackupCipher.open(passphrase, derivation)
  const stored = await encrypt(content(9))
  const plain = again && (await buffer(Readable.from(again.decrypt('parts/a', Readable.from([stored])))))
  expect(plain?.equals(content(9))).toBe(true)
  expect(await BackupCipher.open(`${passphrase}.`, derivation)).toBeNull()
})
