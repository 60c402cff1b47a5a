import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { TaskSteps } from '../task-steps.ts'

export interface ZipEntry {
  readonly path: string
  readonly parts: readonly (string | Uint8Array<ArrayBuffer>)[]
  /** Deflating it again would gain nothing. */
  readonly isPacked: boolean
}

/** A zip that is written file by file, so that only packed bytes stay in memory. */
export interface ZipWriter {
  add(entry: ZipEntry): TaskSteps<void>
  /** Ends the zip and returns its bytes in parts. */
  finish(): readonly Uint8Array<ArrayBuffer>[]
}

/** The same board is the same file: nothing in it tells when it was made. */
const written = '1980-01-01T00:00:00'

export function createZip(): ZipWriter {
  const out: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    out.push(bytes as Uint8Array<ArrayBuffer>)
  })
  return {
    *add({ path, parts, isPacked }) {
      const file = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
      file.mtime = written
      zip.add(file)
      for (const [n, part] of parts.entries()) {
        file.push(typeof part === 'string' ? strToU8(part) : part, n === parts.length - 1)
        yield (n + 1) / parts.length
      }
    },
    finish() {
      zip.end()
      return out
    },
  }
}
