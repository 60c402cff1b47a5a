import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDERS = ['dist/locales', 'public/locales'].map((folder) =>
  join(import.meta.dirname, '../../../../web', folder),
)

/** Languages that the web has translations for; English is always one. */
export async function languages(): Promise<string[]> {
  for (const folder of FOLDERS) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    if (found.length > 0) return found.toSorted()
  }
  return ['en']
}
