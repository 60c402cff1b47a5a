import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Contains one folder per language with one JSON file per namespace. */
export const localesFolder = join(import.meta.dirname, '..')

/** Namespaces used only by the server and the desktop shell; the web app never requests them. */
export const serverOnly: ReadonlySet<string> = new Set(['emails', 'lists', 'pages', 'shell', 'templates'])

/** Namespaces of a language, sorted: `board` for `en/board.json`. */
export function listNamespaces(language: string): string[] {
  return readdirSync(join(localesFolder, language))
    .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
    .sort()
}

/** Path of a namespace's file. */
export function getLocaleFile(language: string, namespace: string): string {
  return join(localesFolder, language, `${namespace}.json`)
}
