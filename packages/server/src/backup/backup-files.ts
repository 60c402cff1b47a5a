import { cp, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Every file below a folder, as relative sorted paths; empty when the folder does not exist. */
export async function listFiles(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  return paths.map((path) => path.replaceAll('\\', '/')).sort()
}

/** A partially written file, or one of the storage's own. */
const isPassing = (path: string): boolean => path.endsWith('.part') || path.startsWith('.')

/** Copies files that do not exist yet. A file that disappears meanwhile was deleted and is skipped. */
export async function copyNewFiles(from: string, to: string, onFile: (done: number) => void): Promise<void> {
  let done = 0
  for (const path of (await listFiles(from)).filter((one) => !isPassing(one))) {
    const target = join(to, path)
    if (await exists(target)) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const part = `${target}.part`
    try {
      await cp(join(from, path), part)
      await rename(part, target)
    } catch (error) {
      if (await exists(join(from, path))) throw error
    }
    onFile((done += 1))
  }
}

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null
