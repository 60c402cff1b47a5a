import { join } from 'node:path'
import { root } from '../run.ts'

/** Where the server's bundle is built; in its package, since packages are looked up from there. */
export const serverOutput = join(root, 'packages/server/dist')
