import { runNode } from './run.ts'
import { serverArgs, serverEnv } from './server-process.ts'
import { buildWebIfChanged } from './web-build.ts'

if (!(await buildWebIfChanged())) {
  process.stderr.write('The web could not be built; the reason stands above.\n')
  process.exit(1)
}
const { code } = await runNode([...serverArgs, ...process.argv.slice(2)], { env: serverEnv })
process.exitCode = code
