import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { listLocaleFiles } from './locale-files.ts'

/** The bundler's name of the service worker; its file keeps one address for ever. */
export const workerName = 'sw'

/**
 * Lists for the service worker what its build consists of, so that it can keep all of it. Fonts, pictures and what only reads PDF files
 * are left to be kept as they are used: most of them nobody ever needs.
 */
export function serviceWorker(base: string): Plugin {
  let publicDir = ''
  return {
    name: 'tavla-service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      // After the bundler has taken out the chunks that hold nothing but a style sheet.
      order: 'post',
      handler(_options, bundle) {
        const parts = Object.values(bundle)
        const worker = parts.find((part) => part.type === 'chunk' && part.name === workerName)
        const entry = parts.find((part) => part.type === 'chunk' && part.isEntry && part.name === 'index')
        if (worker?.type !== 'chunk' || !entry) return this.error('The service worker or the page is missing')
        if (worker.imports.length > 0) this.error('The service worker must be one file')
        const built = parts.flatMap(({ fileName }) =>
          /^assets\/[^/]*\.(js|css)$/.test(fileName) ? [base + fileName] : [],
        )
        const hash = createHash('sha256').update(worker.code).update(built.toSorted().join())
        const copied = [
          ...listFiles(publicDir).map((path) => ({ path, file: join(publicDir, path) })),
          ...listLocaleFiles(),
        ]
        for (const { path, file } of copied) hash.update(path).update(readFileSync(file))
        const precached = copied.map(({ path }) => base + path)
        const id = hash.digest('hex').slice(0, 16)
        const build = { id, entry: base + entry.fileName, files: [...built, ...precached] }
        worker.code = `const tavlaBuild = ${JSON.stringify(build)};\n${worker.code}`
      },
    },
  }
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
