import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageScript, root, runNode } from './run.ts'

// Everything the built web depends on. The lock file stands for all packages, the bundler included.
const inputs = [
  'package-lock.json',
  'tsconfig.base.json',
  'packages/web',
  'packages/canvas/package.json',
  'packages/canvas/src',
  'packages/contract/package.json',
  'packages/contract/src',
  'packages/locales',
]
const notInputs = /(^|\/)(dist|node_modules)$|\.test\.tsx?$/

const output = join(root, 'packages/web/dist')
const stamp = join(root, '.tavla/web-build')

/** A hash of names and contents, so that neither dates nor a `git checkout` back and forth cause a build. */
export function hashInputs(folder: string, paths: readonly string[] = inputs): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (notInputs.test(path)) return
    const full = join(folder, path)
    if (!existsSync(full)) return
    const names = listFolder(full)
    if (names) for (const name of names) add(`${path}/${name}`)
    else hash.update(`${path}\0`).update(createHash('sha256').update(readFileSync(full)).digest())
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

function listFolder(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Builds the web when its inputs differ from those of the last build that went well. False when the build failed. */
export async function buildWebIfChanged(): Promise<boolean> {
  const hash = hashInputs(root)
  const built =
    existsSync(join(output, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  return built || buildWeb(hash)
}

/** Builds the web, whatever was there before. */
export async function buildWeb(hash = hashInputs(root)): Promise<boolean> {
  rmSync(stamp, { force: true })
  process.stdout.write('Building the web …\n')
  const vite = [packageScript('vite/bin/vite.js'), 'build', '--logLevel', 'error']
  const { code } = await runNode(vite, { cwd: join(root, 'packages/web') })
  if (code !== 0) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  return true
}
