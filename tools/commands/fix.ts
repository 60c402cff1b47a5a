import { lintCache } from './checks.ts'
import { packageScript, root, runNode } from '../run.ts'

// "npm run fix": repairs what lint can repair, then formats; what is left is printed.
const files = process.argv.slice(2)
const targets = files.length > 0 ? files : ['.']
const lint = await runNode([packageScript('eslint/bin/eslint.js'), ...targets, '--fix', ...lintCache])
const format = await runNode([`${root}/tools/commands/format.ts`, ...files])
process.exitCode = lint.code || format.code
