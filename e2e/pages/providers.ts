import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort, startServer, type TestServer } from '../server.ts'
import { expect, test as base, onceAWorker } from './test.ts'

export const providers = [
  { id: 'google', name: 'Google' },
  { id: 'office', name: 'Microsoft' },
  { id: 'facebook', name: 'Facebook' },
  { id: 'apple', name: 'Apple' },
] as const

const root = join(import.meta.dirname, '../..')
const team = { teamId: 'TEAM456789', keyId: 'KEY4567890' }
// The OAuth client registered with the test providers.
const client = { id: 'tavla-tests', secret: 'a secret of the tests' }

interface ProviderServers {
  readonly server: TestServer
  dispose(): Promise<void>
}

/** Starts a server and, on this machine, four OpenID providers for it. */
async function startProviders(): Promise<ProviderServers> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const ports = new Map<string, number>()
  for (const { id } of providers) ports.set(id, await freePort())
  const env = providers.flatMap(({ id }) => {
    const name = id.toUpperCase()
    return [
      [`${name}_ISSUER`, `http://127.0.0.1:${ports.get(id)}`],
      [`${name}_CLIENT_ID`, client.id],
      ...(id === 'apple'
        ? [
            ['APPLE_TEAM_ID', team.teamId],
            ['APPLE_KEY_ID', team.keyId],
            ['APPLE_PRIVATE_KEY', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
          ]
        : [[`${name}_CLIENT_SECRET`, client.secret]]),
    ] as [string, string][]
  })
  const server = await startServer({ env: Object.fromEntries(env) })
  const options = providers.map(({ id }) => ({
    port: ports.get(id),
    returnTo: `${server.url}/app/${id}-loading`,
    ...(id === 'apple' ? { apple: { publicPem, ...team } } : {}),
  }))
  const child = spawn(
    process.execPath,
    ['packages/server/src/testing/openid-main.ts', JSON.stringify(options)],
    { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await untilReady(child)
  return {
    server,
    async dispose() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
      await server.dispose()
    },
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString('utf8').includes('ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the providers stopped with ${code}`)))
  })
}

/** A test whose server has social sign-in configured. */
export const test = base.extend<object, { world: ProviderServers }>({
  world: [onceAWorker(startProviders), { scope: 'worker' }],
  server: async ({ world }, use) => use(world.server),
})

/** The consent page of a provider. */
export class ProviderPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async admit(person: Readonly<Record<string, string>>): Promise<void> {
    await expect(this.#page.getByRole('heading', { name: 'Test provider' })).toBeVisible()
    for (const [field, value] of Object.entries(person))
      await this.#page.getByLabel(field, { exact: true }).fill(value)
    await this.#page.getByRole('button', { name: 'Let me in' }).click()
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Cancel' }).click()
  }
}
