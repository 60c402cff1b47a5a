import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { buildGoProgram, freePort, getProgramPath, stripeMock } from '../go-program.ts'
import { runNode } from '../run.ts'

// "npm run stripe-mock": every request of the payment adapter to Stripe's own stripe-mock, which refuses what Stripe's
// published API description does not allow. It is a Go program, so this needs Go.

const readyWithinMs = 60_000

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
  const mock = spawn(getProgramPath(stripeMock), ['-http-port', String(port)], { stdio: 'ignore' })
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

const built = await buildGoProgram(stripeMock)
if (built === null)
  process.stdout.write('NOT RUN: the payment requests against stripe-mock. Go was not found.\n')
else process.exitCode = built === 0 ? await check() : built
