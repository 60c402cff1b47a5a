import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.ts'

const notOurs = new Set([
  'node_modules',
  '.git',
  '.tavla',
  'dist',
  'data',
  'test-results',
  'playwright-report',
])

/** Files of the repository as git sees them, new ones included; without git (a downloaded archive), all files in the folder. */
export function listFiles(): string[] {
  if (!existsSync(join(root, '.git'))) return walk(root)
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed
    .split('\0')
    .filter((path) => path && existsSync(join(root, path)))
    .sort()
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? walk(path) : [relative(root, path).replaceAll('\\', '/')]
    })
    .sort()
}
