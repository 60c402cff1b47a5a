import { buildGoProgram, type GoProgram, helm, liveKitServer, versityGateway } from '../go-program.ts'
import { packageScript, runNode } from '../run.ts'
import { ensureBrowser } from '../npm-test/test-needs.ts'
import { buildProductIfChanged } from '../product-build.ts'

// "npm run livekit": builds a LiveKit server once and runs the voice room's e2e tests, on it as on the embedded engine.
// "npm run s3": builds an S3-compatible server once and runs the tests of files in a bucket. From then on "npm test" does
// both, too. "npm run helm" does the same with Helm and the chart in `deploy/helm`. They are Go programs, so this needs Go.

interface Server {
  readonly program: GoProgram
  readonly what: string
  test(): Promise<number>
}

const servers: Readonly<Record<string, Server>> = {
  livekit: { program: liveKitServer, what: 'voice rooms on a LiveKit server', test: testVoice },
  s3: { program: versityGateway, what: 'files in a bucket', test: testFiles },
  helm: { program: helm, what: 'the chart for Kubernetes', test: testChart },
}

async function testVoice(): Promise<number> {
  const missing = await ensureBrowser()
  if (missing) process.stderr.write(`${missing}\n`)
  const isReady = !missing && (await buildProductIfChanged())
  const args = [packageScript('@playwright/test/cli.js'), 'test', 'e2e/voice']
  return isReady ? (await runNode(args)).code : 1
}

async function testFiles(): Promise<number> {
  const folders = ['ports/files', 'features/files', 'backup']
  const paths = folders.map((folder) => `packages/server/src/${folder}`)
  return (await runNode(['tools/commands/test.ts', ...paths])).code
}

async function testChart(): Promise<number> {
  return (await runNode(['tools/commands/test.ts', 'tools/helm/helm-chart.test.ts'])).code
}

const server = servers[process.argv[2] ?? '']
if (!server) throw new Error(`Name one of ${Object.keys(servers).join(', ')}`)
const built = await buildGoProgram(server.program)
if (built === null) process.stdout.write(`NOT RUN: ${server.what}. Go was not found.\n`)
else process.exitCode = built === 0 ? await server.test() : built
