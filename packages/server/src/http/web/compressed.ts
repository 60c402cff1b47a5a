import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const types = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
])

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 7 }),
} as const

export type Encoding = keyof typeof compressors

export interface CompressedFile {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
}

/** The best supported encoding that the browser accepts. */
export function getEncoding(accepted: string | undefined): Encoding | null {
  const names = new Set((accepted ?? '').split(',').map((name) => name.split(';')[0]?.trim()))
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : null
}

/** Below this size compression saves next to nothing. */
const MIN_BYTES = 512

/** What the build adds to the name of a file that it has compressed. */
const suffixes = { br: '.br', gzip: '.gz' } as const

/**
 * Sends text files of the built web app as the build compressed them, or compresses them once and caches them: they
 * are few and never change while the server runs.
 */
export function createPacker(root: string) {
  const cachedFiles = new Map<string, Promise<CompressedFile>>()

  /** A file that was changed after the build is newer than its compressed copy. */
  async function readBuilt(path: string, encoding: Encoding, changedAt: number): Promise<Buffer | null> {
    const built = join(root, path + suffixes[encoding])
    const stats = await stat(built).catch(() => null)
    return stats && stats.mtimeMs >= changedAt ? readFile(built) : null
  }

  async function pack(path: string, encoding: Encoding, changedAt: number): Promise<Buffer> {
    const built = await readBuilt(path, encoding, changedAt)
    return built ?? compressors[encoding](await readFile(join(root, path)))
  }

  /** Null: no such file, or compression does not make it smaller. */
  return async (path: string, encoding: Encoding): Promise<CompressedFile | null> => {
    const type = types.get(extname(path))
    // The path comes from a URL: neither parent folders nor hidden files.
    if (!type || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) return null
    const stats = await stat(join(root, path)).catch(() => null)
    if (!stats?.isFile() || stats.size < MIN_BYTES) return null
    const etag = `"${stats.size}-${Math.round(stats.mtimeMs)}-${encoding}"`
    const key = `${path} ${etag}`
    const packed =
      cachedFiles.get(key) ??
      pack(path, encoding, stats.mtimeMs).then((bytes): CompressedFile => ({ bytes, type, etag }))
    cachedFiles.set(key, packed)
    packed.catch(() => cachedFiles.delete(key))
    return packed
  }
}
