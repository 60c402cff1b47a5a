import { runNode } from './run.ts'
import type { StampedBuild } from './stamped-build.ts'

/** The server as one file and what it loads when it needs it, built into `packages/server/dist`. */
export const serverBuild: StampedBuild = {
  name: 'server',
  inputs: [
    'package-lock.json',
    'tsconfig.base.json',
    'tools/server-bundle',
    'packages/server/package.json',
    'packages/server/src',
    'packages/server/migrations',
    'packages/canvas/package.json',
    'packages/canvas/src',
    'packages/contract/package.json',
    'packages/contract/src',
    'packages/locales/package.json',
    'packages/locales/src',
  ],
  result: 'packages/server/dist/main.js',
  stamp: '.tavla/server-build',
  run: () => runNode(['tools/server-bundle/bundle-server.ts']),
}
