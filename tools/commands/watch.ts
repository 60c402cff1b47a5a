import { packageScript, runNode } from '../run.ts'
import { ensurePostgres } from '../npm-test/test-needs.ts'

// "npm run test:watch": runs the tests below the browser's level again as their sources change; names choose files.
const missing = await ensurePostgres()
if (missing) process.stderr.write(`${missing}\n`)
const { code } = await runNode([packageScript('vitest/vitest.mjs'), 'watch', ...process.argv.slice(2)])
process.exitCode = code
