import { join } from 'node:path'
import { packageScript, root, runNode } from './run.ts'
import type { StampedBuild } from './stamped-build.ts'

/** The page, built into `packages/web/dist`. */
export const webBuild: StampedBuild = {
  name: 'web',
  inputs: [
    'package-lock.json',
    'tsconfig.base.json',
    'packages/web',
    'packages/canvas/package.json',
    'packages/canvas/src',
    'packages/contract/package.json',
    'packages/contract/src',
    'packages/locales',
  ],
  result: 'packages/web/dist/index.html',
  stamp: '.tavla/web-build',
  run: () =>
    runNode([packageScript('vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
      cwd: join(root, 'packages/web'),
    }),
}
