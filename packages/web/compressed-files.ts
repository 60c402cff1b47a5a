import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this size compression saves next to nothing; the server sends such files as they are. */
const MIN_BYTES = 512
/** As many as Node has threads for it. */
const MAX_PARALLEL = 4

/** Puts the best brotli and gzip beside every text file of the build: too slow for the server, which answers with them. */
export function compressedFiles(): Plugin {
  return {
    name: 'tavla-compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const waiting = readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(js|css|json|svg)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
      const compressNext = async (): Promise<void> => {
        for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await compress(path)
      }
      await Promise.all(Array.from({ length: MAX_PARALLEL }, compressNext))
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
