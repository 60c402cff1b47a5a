import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../run.ts'
import { listFiles } from '../tree.ts'

/** A path that a document names. */
export interface NamedPath {
  readonly path: string
  readonly line: number
  /** Links are relative to the document, code spans to the root of the repository. */
  readonly from: 'link' | 'code'
}

const roots = /^(packages|tools|docs|e2e|bench|\.ci)\/|^[A-Za-z0-9._-]+\.(md|json|ts|mjs|cjs|js)$/

/**
 * Paths in the links and code spans of a Markdown text. A code span counts when it begins with a folder of ours or
 * names a file; placeholders (`<kind>`, `*`, `…`, `NNNN`) and what stands in fenced blocks do not.
 */
export function namedPaths(markdown: string): NamedPath[] {
  let fenced = false
  return markdown.split('\n').flatMap((text, index) => {
    if (/^\s*(```|~~~)/.test(text)) fenced = !fenced
    if (fenced) return []
    const line = index + 1
    const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
    const spans = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    return [
      ...links
        .filter((path) => !/^[a-z]+:/.test(path))
        .map((path) => ({ path, line, from: 'link' as const })),
      ...spans
        .filter((path) => roots.test(path) && !/[<>*…{}\s(]|NNNN/.test(path))
        .map((path) => ({ path, line, from: 'code' as const })),
    ]
  })
}

/** Lists every path in the documents that does not exist. A file name without a folder may be anywhere. */
export function docsPathProblems(): string[] {
  const files = listFiles()
  const names = new Set(files.map((path) => path.slice(path.lastIndexOf('/') + 1)))
  const documents = files.filter((path) => path.endsWith('.md') && !/^(bench|e2e\/fixtures)\//.test(path))
  return documents.flatMap((document) =>
    namedPaths(readFileSync(join(root, document), 'utf8'))
      .filter(({ path, from }) => {
        const full = normalize(join(root, from === 'link' ? dirname(document) : '', path))
        return !existsSync(full) && !(from === 'code' && names.has(path))
      })
      .map(({ path, line }) => `${document}:${line} names ${path}, which does not exist`),
  )
}
