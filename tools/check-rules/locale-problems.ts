import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { codes } from '../../packages/contract/src/index.ts'
import { getLocaleFile, listNamespaces, localesFolder } from '../../packages/locales/src/files.ts'
import { languages, reference } from '../../packages/locales/src/index.ts'
import { root } from '../run.ts'
import { listFiles } from '../tree.ts'
import { usedKeys } from './translation-keys.ts'

type Tree = { readonly [key: string]: string | Tree }
const Tree: z.ZodType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), Tree])))

/** Words of one language: namespace → key → text. */
export type Words = ReadonlyMap<string, ReadonlyMap<string, string>>

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/** `{ a: { b: 'x' } }` and `{ 'a.b': 'x' }` are the same key. */
export function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
}

/** What one language lacks or has too much, or says with other placeholders, compared with the reference. */
export function compareLanguages(language: string, words: Words, expected: Words): string[] {
  const namespaces = new Set([...expected.keys(), ...words.keys()])
  return [...namespaces].flatMap((namespace) => {
    const mine = words.get(namespace)
    const theirs = expected.get(namespace)
    if (!mine) return [`${language} has no file ${namespace}.json`]
    if (!theirs) return [`${language} has a file ${namespace}.json that ${reference} has not`]
    return compareKeys(language, mine, theirs).map((problem) => `${language}/${namespace}.json ${problem}`)
  })
}

function compareKeys(
  language: string,
  mine: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = new Set(
    [...theirs.keys()].flatMap((key) => {
      const base = key.replace(pluralSuffix, '')
      return base === key ? [key] : forms.map((form) => `${base}_${form}`)
    }),
  )
  const missing = [...wanted].filter((key) => !mine.has(key)).map((key) => `lacks ${key}`)
  const needless = [...mine.keys()]
    .filter((key) => !wanted.has(key))
    .map((key) => `has ${key}, which is unknown`)
  const empty = [...mine].filter(([, text]) => text.trim() === '').map(([key]) => `says nothing for ${key}`)
  const different = [...mine].flatMap(([key, text]) => {
    const other = theirs.get(key)
    return other === undefined || placeholders(text) === placeholders(other)
      ? []
      : [`fills other placeholders than ${reference} in ${key}`]
  })
  return [...missing, ...needless, ...empty, ...different]
}

function placeholders(text: string): string {
  return [...text.matchAll(/\{\{-?\s*([\w.]+)/g)]
    .map((match) => match[1])
    .sort()
    .join()
}

/** Is the key there, as itself, in its plural forms, or, with `*` for what is only known at run time, at all? */
export function hasKey(words: ReadonlyMap<string, string>, key: string): boolean {
  const bases = [...words.keys()].map((name) => name.replace(pluralSuffix, ''))
  if (!key.includes('*')) return words.has(key) || bases.includes(key)
  const pattern = new RegExp(`^${key.split('*').map(escape).join('.+')}$`)
  return bases.some((base) => pattern.test(base))
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Checks the texts: languages alike, keys used exist, and every code of the contract has its wording. */
export function localeProblems(): string[] {
  const expected = readWords(reference)
  return [...languageProblems(), ...missingKeys(expected), ...missingCodes(expected)]
}

/** What the languages of the list lack, or these; a folder may be compared before it stands in the list. */
export function languageProblems(chosen: readonly string[] = languages.map(({ id }) => id)): string[] {
  const expected = readWords(reference)
  return chosen.flatMap((language) =>
    existsSync(join(localesFolder, language))
      ? compareLanguages(language, readWords(language), expected)
      : [`packages/locales has no folder ${language}`],
  )
}

function missingKeys(words: Words): string[] {
  const sources = listFiles().filter(
    (path) => /^packages\/web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  )
  return sources.flatMap((path) =>
    usedKeys(path, readFileSync(join(root, path), 'utf8'))
      .filter(({ key, namespaces }) => !namespaces.some((name) => hasKey(words.get(name) ?? new Map(), key)))
      .map(
        ({ key, namespaces, line }) =>
          `${path}:${line} asks for ${namespaces.join('|')}:${key}, which has no words`,
      ),
  )
}

function missingCodes(words: Words): string[] {
  const errors = words.get('errors') ?? new Map<string, string>()
  const refusals = Object.values(codes).filter(({ code }) => code !== codes.ok.code)
  const isTranslated = (code: number) =>
    [...errors.keys()].some((key) => key === `${code}` || key.startsWith(`${code}.`))
  return refusals
    .filter(({ code }) => !isTranslated(code))
    .map(({ code }) => `errors.json has no words for code ${code}`)
}

function readWords(language: string): Words {
  return new Map(
    listNamespaces(language).map((namespace) => {
      const tree = Tree.parse(JSON.parse(readFileSync(getLocaleFile(language, namespace), 'utf8')))
      return [namespace, flatten(tree)]
    }),
  )
}
