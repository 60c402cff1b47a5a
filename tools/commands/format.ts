import { packageScript, runNode } from '../run.ts'

// "npm run format": lays out every file of the repository, or those that are named.
const files = process.argv.slice(2)
const { code } = await runNode([
  packageScript('prettier/bin/prettier.cjs'),
  '--write',
  '--log-level=warn',
  ...(files.length > 0 ? files : ['.']),
])
process.exitCode = code
