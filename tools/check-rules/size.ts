import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../run.ts'
import { listFiles } from '../tree.ts'

/** Lines beyond which a file fails; what to aim for stands in CONTRIBUTING.md. */
export const limits = { source: 600, test: 900 } as const

const Exceptions = z.record(z.string(), z.object({ lines: z.int().positive(), reason: z.string().min(20) }))
export type Exceptions = z.infer<typeof Exceptions>

export interface SizedFile {
  readonly path: string
  readonly lines: number
}

/** Complaints about files beyond their limit, and about exceptions that are no longer needed. */
export function checkSizes(files: readonly SizedFile[], exceptions: Exceptions): string[] {
  const tooLong = files.flatMap(({ path, lines }) => {
    const limit = exceptions[path]?.lines ?? (/\.(test|spec)\.tsx?$/.test(path) ? limits.test : limits.source)
    const advice = 'split it by idea, or argue for it in size-exceptions.json'
    return lines > limit ? [`${path}: ${lines} lines, ${limit} are the limit; ${advice}`] : []
  })
  const byPath = new Map(files.map((file) => [file.path, file.lines]))
  const needless = Object.keys(exceptions).flatMap((path) => {
    const lines = byPath.get(path)
    if (lines === undefined) return [`${path}: has an exception and does not exist`]
    return lines <= limits.source ? [`${path}: needs its exception no longer`] : []
  })
  return [...tooLong, ...needless]
}

/** Checks the repository. */
export function sizeProblems(): string[] {
  const exceptions = Exceptions.parse(JSON.parse(readFileSync(join(root, 'size-exceptions.json'), 'utf8')))
  const files = listFiles()
    .filter((path) => /\.(ts|tsx|mjs|cjs|js|css)$/.test(path) && !path.startsWith('bench/'))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }))
  return checkSizes(files, exceptions)
}
