import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Holds one folder for each language, and in it one file for each namespace. */
export const localesFolder = join(import.meta.dirname, '..')

/** Namespaces of what is written on the server and by the desktop shell; pages never ask for them. */
export const serverOnly: ReadonlySet<string> = new Set(['emails', 'lists', 'pages', 'shell', 'templates'])

/** Namespaces of a language, sorted: `board` for `en/board.json`. */
export function listNamespaces(language: string): string[] {
  return readdirSync(join(localesFolder, language))
    .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
    .sort()
}

/** Where the texts of one namespace are. */
export function getLocaleFile(language: string, namespace: string): string {
  return join(localesFolder, language, `${namespace}.json`)
}
