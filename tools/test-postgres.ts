import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from './find-postgres.ts'

/**
 * Runs once before the database tests: a PostgreSQL cluster in a temporary folder, on a free port of 127.0.0.1, whose
 * address the tests read from `TEST_DATABASE_URL` and make databases of their own in. Answers the function that takes it away again.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const bin = findPostgres()
  if (!bin) {
    throw new Error(
      'The database tests need a PostgreSQL server: "npm test" installs it on Debian and Ubuntu; elsewhere install ' +
        'PostgreSQL 15 or newer, or name its programs by TAVLA_TEST_PG_BIN.',
    )
  }
  const cluster = await startCluster(bin)
  process.env.TEST_DATABASE_URL = cluster.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await cluster.stop()
  }
}

interface Cluster {
  readonly url: string
  stop(): Promise<void>
}

async function startCluster(bin: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-pg-'))
  const account = serverAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const initialise = [
    '-D',
    data,
    '-U',
    'tavla',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
  ]
  execFileSync(join(bin, 'initdb'), initialise, { ...account, cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  // Durability settings stay at their defaults: kill tests rely on them.
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=200'],
    { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await untilReady(server)
  return {
    url: `postgres://tavla@127.0.0.1:${port}/postgres`,
    async stop() {
      // SIGINT is PostgreSQL's "fast" stop: it does not wait for connections to close.
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; as root we use the account that Debian's package made. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function untilReady(server: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL stopped with ${code}:\n${said}`)))
    server.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk.toString('utf8')
      if (said.includes('ready to accept connections')) resolve()
    })
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
