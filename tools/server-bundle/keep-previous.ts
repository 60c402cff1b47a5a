import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const listName = 'files.json'

/**
 * Removes what neither this build nor the one before it made. A server that runs while the next version is built loads
 * the rest of its own files when it needs them, until it is restarted.
 */
export function keepPrevious(output: string): Plugin {
  return {
    name: 'keep-previous',
    writeBundle(_options, bundle) {
      const list = join(output, listName)
      const present = readdirSync(output)
      const previous = present.includes(listName)
        ? (JSON.parse(readFileSync(list, 'utf8')) as readonly string[])
        : []
      const built = Object.keys(bundle)
      const needed = new Set([listName, ...previous, ...built])
      for (const name of present) if (!needed.has(name)) rmSync(join(output, name))
      writeFileSync(list, JSON.stringify(built))
    },
  }
}
