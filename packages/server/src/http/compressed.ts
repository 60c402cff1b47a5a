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

/** Below this size compression saves no packet. */
const MIN_BYTES = 1_024

/**
 * Compresses text files of the built web app once and caches them: they are few and never change while the
 * server runs.
 */
export function createPacker(root: string) {
  const cachedFiles = new Map<string, Promise<CompressedFile>>()

  async function pack(path: string, type: string, encoding: Encoding, etag: string): Promise<CompressedFile> {
    return { bytes: await compressors[encoding](await readFile(join(root, path))), type, etag }
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
    const packed = cachedFiles.get(key) ?? pack(path, type, encoding, etag)
    cachedFiles.set(key, packed)
    packed.catch(() => cachedFiles.delete(key))
    return packed
  }
}
