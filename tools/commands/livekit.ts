import { buildGoProgram, liveKitServer } from '../go-program.ts'
import { packageScript, runNode } from '../run.ts'
import { ensureBrowser } from '../test-needs.ts'
import { buildWebIfChanged } from '../web-build.ts'

// "npm run livekit": builds a LiveKit server once and runs the voice room's e2e tests, on it as on the embedded engine. From
// then on "npm test" does so, too. It is a Go program, so this needs Go.

const built = await buildGoProgram(liveKitServer)
if (built === null) process.stdout.write('NOT RUN: voice rooms on a LiveKit server. Go was not found.\n')
else if (built !== 0) process.exitCode = built
else {
  const missing = await ensureBrowser()
  if (missing) process.stderr.write(`${missing}\n`)
  const isReady = !missing && (await buildWebIfChanged())
  const args = [packageScript('@playwright/test/cli.js'), 'test', 'e2e/voice']
  process.exitCode = isReady ? (await runNode(args)).code : 1
}
