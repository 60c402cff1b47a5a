import { basename, dirname } from 'node:path'
import { listFiles } from '../tree.ts'

/** Beyond this, a folder's only order is the alphabet: divide it by subject. */
export const MAX_FILES = 25

/** Names that many folders of one kind have in common, because each says the same of its own subject. */
const templates: ReadonlySet<string> = new Set([
  'index',
  // Features of the server and the web.
  'handlers',
  'queries',
  'jobs',
  'rows',
  'policy',
  'emails',
  // Ports.
  'port',
  'create',
  // Shapes.
  'schema',
  'geometry',
  'render',
  'export',
  'reshape',
  // What tests of this folder share.
  'testing',
])

/** Folders whose files are named after what they list: the id of a tool, a group of calls, tables of one subject. */
const listings = [
  'packages/canvas/src/tools/',
  'packages/canvas/src/commands/',
  'packages/contract/src/calls/',
  'packages/contract/src/entities/',
  'packages/server/src/db/tables/',
]

/** Files that are read in the order of their numbers, so that dividing them would hide the order. */
const numbered: ReadonlySet<string> = new Set(['packages/server/migrations'])

/** Complaints about folders with too many files, and about two source files of one package that have one name. */
export function checkFolders(paths: readonly string[]): string[] {
  return [...findLargeFolders(paths), ...findSharedNames(paths)]
}

function findLargeFolders(paths: readonly string[]): string[] {
  const files = Map.groupBy(paths, (path) => dirname(path))
  return [...files]
    .filter(([folder, { length }]) => length > MAX_FILES && !numbered.has(folder))
    .map(
      ([folder, { length }]) =>
        `${folder}: ${length} files, ${MAX_FILES} are the limit; divide it by subject`,
    )
}

function findSharedNames(paths: readonly string[]): string[] {
  const named = paths.filter((path) => {
    const stem = basename(path).split('.')[0] ?? ''
    return /\.tsx?$/.test(path) && !templates.has(stem) && !listings.some((folder) => path.startsWith(folder))
  })
  const byName = Map.groupBy(named, (path) => `${getPackage(path)} ${basename(path)}`)
  return [...byName.values()]
    .filter(({ length }) => length > 1)
    .map((same) => `${same.join(' and ')} have one name; name each for its main export`)
}

function getPackage(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'packages' ? second : first
}

/** Checks the repository. Decision records are a numbered list, and the root is where tools look for their files. */
export function folderProblems(): string[] {
  return checkFolders(
    listFiles().filter((path) => /^(packages|e2e|tools)\//.test(path) && !path.includes('/fixtures/')),
  )
}
