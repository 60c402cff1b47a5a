import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root, run, runNode } from '../run.ts'

// "npm run stripe-mock": every request of the payment adapter to Stripe's own stripe-mock, which refuses what Stripe's
// published API description does not allow. It is a Go program, so this needs Go.

const program = join(root, '.tavla/stripe-mock')
const readyWithinMs = 60_000

function findGo(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/local/go/bin']
  return folders.map((folder) => join(folder, 'go')).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function isReady(url: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < readyWithinMs; waitedMs += 200) {
    const headers = { authorization: 'Bearer sk_test_123' }
    if (
      await fetch(`${url}/v1/balance`, { headers }).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return true
    await delay(200)
  }
  return false
}

async function check(): Promise<number> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const mock = spawn(program, ['-http-port', String(port)], { stdio: 'ignore' })
  try {
    if (await isReady(url)) {
      const { code } = await runNode(['packages/server/src/testing/stripe-requests-main.ts', url])
      return code
    }
    process.stderr.write('stripe-mock did not answer.\n')
    return 1
  } finally {
    mock.kill()
  }
}

const go = findGo()
if (!go) process.stdout.write('NOT RUN: the payment requests against stripe-mock. Go was not found.\n')
else {
  const args = ['build', '-o', program, 'github.com/stripe/stripe-mock']
  const { code } = await run(go, args, { cwd: join(root, 'tools/stripe-mock') })
  process.exitCode = code === 0 ? await check() : code
}
