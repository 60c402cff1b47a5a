import { readFileSync } from 'node:fs'
import { getLocaleFile, listNamespaces, serverOnly } from '@tavla/locales/files'
import { languages } from '@tavla/locales'
import type { Plugin } from 'vite'

interface LocaleFile {
  /** Below the base path. */
  readonly path: string
  readonly file: string
}

/** The texts that pages load, one file for each language and namespace. */
export function listLocaleFiles(): LocaleFile[] {
  return languages.flatMap(({ id }) =>
    listNamespaces(id)
      .filter((namespace) => !serverOnly.has(namespace))
      .map((namespace) => ({
        path: `locales/${id}/${namespace}.json`,
        file: getLocaleFile(id, namespace),
      })),
  )
}

/** Serves the texts of `packages/locales` in development, and puts them beside the built page. */
export function localeFiles(base: string): Plugin {
  return {
    name: 'tavla-locales',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0]
        const found = listLocaleFiles().find((each) => base + each.path === path)
        if (!found) return next()
        response.setHeader('content-type', 'application/json; charset=utf-8')
        response.end(readFileSync(found.file))
      })
    },
    generateBundle() {
      for (const { path, file } of listLocaleFiles())
        this.emitFile({ type: 'asset', fileName: path, source: readFileSync(file) })
    },
  }
}
