import { root, runNode } from '../run.ts'
import { join } from 'node:path'

// "npm run desktop -- https://server": the desktop app, on the browser that is installed here.

const { code } = await runNode([join(root, 'packages/desktop/src/main.ts'), ...process.argv.slice(2)], {
  // Where the command was typed, so that files can be named from there.
  cwd: process.env['INIT_CWD'] ?? root,
  env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, '.tavla/compiled') },
})
process.exitCode = code
