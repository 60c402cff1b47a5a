import { readFileSync } from 'node:fs'
import { findLanguage, type Language, type ShellText } from '@tavla/locales'
import { getLocaleFile } from '@tavla/locales/files'
import { z } from 'zod'

type Tree = { readonly [key: string]: string | Tree }
const Tree: z.ZodType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), Tree])))

/** Texts of the shell's own pages and messages in the closest available language. */
export interface ShellTexts {
  readonly language: Language
  t(key: ShellText, values?: Readonly<Record<string, string>>): string
}

export function getShellTexts(tag: string): ShellTexts {
  const language = findLanguage(tag)
  const texts = Tree.parse(JSON.parse(readFileSync(getLocaleFile(language, 'shell'), 'utf8')))
  return {
    language,
    t: (key, values = {}) =>
      findText(texts, key).replace(
        /\{\{(\w+)\}\}/g,
        (placeholder, name: string) => values[name] ?? placeholder,
      ),
  }
}

function findText(texts: Tree, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>(
      (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
      texts,
    )
  return typeof found === 'string' ? found : key
}
