import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

const metaUses =
  /new URL\('(?<program>[^']+\.ts)', import\.meta\.url\)|import\.meta\.(?<property>dirname|url)\b/g

/**
 * Keeps `import.meta` meaning the place of the source, from which paths to other files of the repository are made, and
 * bundles the programs of threads and processes that a source names by `new URL('….ts', import.meta.url)`.
 */
export function sourceLocations(output: string): Plugin {
  return {
    name: 'source-locations',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta.' },
      handler(code, id) {
        const getPath = (file: string) => JSON.stringify(relative(output, file).replaceAll('\\', '/'))
        const located = code.replace(
          metaUses,
          (_use, program: string | undefined, property: string | undefined) => {
            if (program !== undefined) {
              const reference = this.emitFile({ type: 'chunk', id: join(dirname(id), program) })
              return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`
            }
            if (property === 'dirname') return `(import.meta.dirname + '/' + ${getPath(dirname(id))})`
            return `new URL(${getPath(id)}, import.meta.url).href`
          },
        )
        // Lines stay where they are.
        return { code: located, map: null }
      },
    },
  }
}
