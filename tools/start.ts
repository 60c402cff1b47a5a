import { runNode } from './run.ts'
import { buildWebIfChanged } from './web-build.ts'

if (!(await buildWebIfChanged())) {
  process.stderr.write('The web could not be built; the reason stands above.\n')
  process.exit(1)
}
const { code } = await runNode(['packages/server/src/main.ts', ...process.argv.slice(2)])
process.exitCode = code
