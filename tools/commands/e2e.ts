import { packageScript, runNode } from '../run.ts'
import { useMemoryForTests } from '../npm-test/test-folder.ts'
import { ensureBrowser } from '../npm-test/test-needs.ts'
import { buildProductIfChanged } from '../product-build.ts'

useMemoryForTests()
const missing = await ensureBrowser()
if (missing) {
  process.stderr.write(`${missing}\n`)
  process.exit(1)
}
if (!(await buildProductIfChanged())) process.exit(1)
const { code } = await runNode([packageScript('@playwright/test/cli.js'), 'test', ...process.argv.slice(2)])
process.exitCode = code
