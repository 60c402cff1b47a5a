import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A PostgreSQL server of its own, in a temporary folder, on a free port of 127.0.0.1. */
export interface Cluster {
  readonly url: string
  /** Of the server's first process. */
  readonly pid: number
  /** `kill -9` of the server's first process, as when it crashes; its others find out by themselves. */
  kill(): Promise<void>
  /** Again, on the same data and port. */
  restart(): Promise<void>
  /** Ends it and takes its folder away. */
  stop(): Promise<void>
}

/** How long the processes of a killed server may keep its memory. */
const RESTART_TRIES = 100

export interface ClusterOptions {
  /** False: a commit does not wait for the disk, so it survives a killed process but not a power cut. */
  readonly fsync: boolean
}

export async function startCluster(bin: string, { fsync }: ClusterOptions): Promise<Cluster> {
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
  const start = async (): Promise<Running> => {
    const settings = ['max_connections=200', ...(fsync ? [] : ['fsync=off', 'full_page_writes=off'])]
    const server = spawn(
      join(bin, 'postgres'),
      [
        ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await untilReady(server)
    return { server, exited }
  }
  let running = await start()
  return {
    get pid() {
      return running.server.pid ?? 0
    },
    url: `postgres://tavla@127.0.0.1:${port}/postgres`,
    async kill() {
      running.server.kill('SIGKILL')
      await running.exited
    },
    async restart() {
      running = await untilStarted(start)
    },
    async stop() {
      // SIGINT is PostgreSQL's "fast" stop: it does not wait for connections to close.
      running.server.kill('SIGINT')
      await running.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly server: ChildProcess
  readonly exited: Promise<void>
}

async function untilStarted(start: () => Promise<Running>): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (attempt === RESTART_TRIES) throw error
      await sleep(100)
    }
  }
}

/** PostgreSQL refuses to run as root; as root we use the account that Debian's package made. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const getId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: getId('-u'), gid: getId('-g') }
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL stopped with ${code}:\n${output}`)))
    server.stderr?.on('data', (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk.toString('utf8')
      if (output.includes('ready to accept connections')) resolve()
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
