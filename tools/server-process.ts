import { join } from 'node:path'
import { root } from './run.ts'

const nodeOptions = [
  // Half of Node's default for what lives shortly: some 20 MB less, and not measurably slower.
  '--max-semi-space-size=8',
  // For main.ts, which collects once what the start leaves behind.
  '--expose-gc',
]

/** How the built server is started, from the repository's root. */
export const builtServerArgs: readonly string[] = [...nodeOptions, 'packages/server/dist/main.js']

/** How the server is started from its sources, which needs no build and some 20 MB more. */
export const serverArgs: readonly string[] = [...nodeOptions, 'packages/server/src/main.ts']

/** Bytes, for the two settings below. */
const mallocThreshold = String(1024 * 1024)

/** Compiled sources are kept: the second start is twice as quick and needs some 40 MB less. */
export const serverEnv: Readonly<Record<string, string>> = {
  /** Memory that one of a dozen threads gave back is taken by the next, instead of each keeping its own. */
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  /**
   * Without these the C library raises both limits to the largest allocation it has ever seen, which is what hashing a
   * password takes, and from then on keeps some 40 MB that nobody uses.
   */
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? mallocThreshold,
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? mallocThreshold,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.tavla/compiled'),
}
