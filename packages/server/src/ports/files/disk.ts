import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { FileTooLarge, type Files, type StoredFile } from './port.ts'

/** Enough for every signature that file-type checks, including tar's. */
const HEAD_BYTES = 4_100

/**
 * Path of a file below the directory. Names are hashes of the keys, so that no user text reaches a path.
 */
export function diskPath(key: string): string {
  const name = createHash('sha256').update(key).digest('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}`
}

/** Files on the local disk, readable by the owner only. */
export function diskFiles(directory: string): Files {
  const getPath = (key: string) => join(directory, diskPath(key))
  const prepare = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = (path: string) => `${path}.${randomBytes(6).toString('hex')}.part`

  return {
    async put(key, bytes, maxBytes) {
      const path = getPath(key)
      await prepare(path)
      const part = beside(path)
      try {
        const stored = await writeFile(part, bytes, maxBytes)
        await rename(part, path)
        await flushDirectory(dirname(path))
        return stored
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async read(key, range) {
      const path = getPath(key)
      // A missing file is not an error.
      if (!(await access(path).then(() => true, absent))) return null
      const stream = Readable.from(readPieces(path, range ?? {}), { objectMode: false })
      // The stream's reader gets its errors; before that, an unhandled error event would end the process.
      stream.on('error', () => undefined)
      return stream
    },
    remove: (key) => rm(getPath(key), { force: true }),
    async copy(from, to) {
      const path = getPath(to)
      await prepare(path)
      const part = beside(path)
      await copyFile(getPath(from), part)
      await rename(part, path)
      await flushDirectory(dirname(path))
    },
    async check() {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const probe = join(directory, '.probe')
      await writeFile(probe, new Uint8Array([1]), 1)
      await rm(probe, { force: true })
    },
    direct: null,
  }
}

/** Opens the file on the first read, so that an unread stream leaves nothing to close. */
async function* readPieces(path: string, range: { start?: number; end?: number }): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, range)) yield piece as Buffer
}

/** Writes a file and its contents to the disk, measured and hashed. */
export async function writeFile(
  path: string,
  bytes: Readable | Uint8Array,
  maxBytes: number,
): Promise<StoredFile> {
  const source = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
  const file = await open(path, 'w', 0o600)
  try {
    const stored = await measure(source as AsyncIterable<Buffer>, maxBytes, (piece) => file.writeFile(piece))
    await file.sync()
    return stored
  } finally {
    await file.close()
  }
}

/** Size, hash and first bytes of a stream. */
export async function measure(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onPiece: (piece: Uint8Array) => Promise<void> | void = () => undefined,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  for await (const piece of source) {
    if (size < HEAD_BYTES) head.push(Buffer.from(piece.subarray(0, HEAD_BYTES - size)))
    size += piece.byteLength
    if (size > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes`)
    hash.update(piece)
    await onPiece(piece)
  }
  return { size, hash: hash.digest('hex'), head: new Uint8Array(Buffer.concat(head)) }
}

/** A rename survives a power cut only once its directory was flushed. */
async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
