import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Ended, root } from './run.ts'

/** A build whose inputs are known, so that it runs only when one of them changed. Paths are relative to the root. */
export interface StampedBuild {
  /** What is built, as in “Building the web …”. */
  readonly name: string
  /** Files and folders. The lock file stands for all packages, the bundler included. */
  readonly inputs: readonly string[]
  /** A file that the build makes. */
  readonly result: string
  /** Where the hash of the inputs of the last build that went well is kept. */
  readonly stamp: string
  run(): Promise<Ended>
}

const notInputs = /(^|\/)(dist|node_modules)$|\.test\.tsx?$/

/** A hash of names and contents, so that neither dates nor a `git checkout` back and forth cause a build. */
function hashInputs(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (notInputs.test(path)) return
    const full = join(root, path)
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

/** Builds, whatever was there before. False when the build failed. */
export async function runBuild(build: StampedBuild, hash = hashInputs(build.inputs)): Promise<boolean> {
  const stamp = join(root, build.stamp)
  rmSync(stamp, { force: true })
  process.stdout.write(`Building the ${build.name} …\n`)
  const { code } = await build.run()
  if (code !== 0) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

/** Builds when the inputs differ from those of the last build that went well. False when the build failed. */
export async function runBuildIfChanged(build: StampedBuild): Promise<boolean> {
  const stamp = join(root, build.stamp)
  const hash = hashInputs(build.inputs)
  const isBuilt =
    existsSync(join(root, build.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  return isBuilt || runBuild(build, hash)
}
