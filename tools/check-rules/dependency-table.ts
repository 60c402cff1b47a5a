import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../run.ts'
import { listFiles } from '../tree.ts'

const Names = z.record(z.string(), z.string()).default({})
const Manifest = z.object({ dependencies: Names, devDependencies: Names, optionalDependencies: Names })
export type Manifest = z.infer<typeof Manifest>

/** Compares the packages in the README's dependency tables with those that the manifests name. */
export function compareDependencies(readme: string, manifests: readonly unknown[]): string[] {
  const used = new Set(
    manifests.flatMap((manifest) => {
      const { dependencies, devDependencies, optionalDependencies } = Manifest.parse(manifest)
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    }),
  )
  const listed = tableNames(readme)
  const ours = (name: string) => name.startsWith('@tavla/')
  return [
    ...[...used]
      .filter((name) => !ours(name) && !listed.has(name))
      .map((name) => `README.md gives no reason for ${name}`),
    ...[...listed]
      .filter((name) => !used.has(name))
      .map((name) => `README.md lists ${name}, which nothing depends on`),
  ]
}

/** Names in the first column of the tables under "Dependencies". */
function tableNames(readme: string): Set<string> {
  const section = readme.split(/^## /m).find((part) => part.startsWith('Dependencies')) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return new Set(
    rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
    ),
  )
}

/** Checks the repository. */
export function dependencyProblems(): string[] {
  const manifests = listFiles().filter((path) => /^(packages\/[^/]+\/)?package\.json$/.test(path))
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return compareDependencies(
    read('README.md'),
    manifests.map((path) => JSON.parse(read(path)) as unknown),
  )
}
