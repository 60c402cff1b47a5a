import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, getProgramPath, hasProgram, versityGateway } from './go-program.ts'

const key = 'tavla-tests'
const secret = 'a secret of the tests'
const bucket = 'tavla'
const readyWithinMs = 30_000

export interface S3Server {
  /** Environment of a Tavla server whose files are in its bucket. */
  readonly env: Readonly<Record<string, string>>
  /** The files of its bucket on this machine, by their paths. */
  readonly folder: string
  /** Kills the process; `start` brings it back with what it has stored. */
  kill(): Promise<void>
  start(): Promise<void>
  dispose(): Promise<void>
}

export const hasS3 = (): boolean => hasProgram(versityGateway)

/** Starts an S3-compatible server on the loopback interface. Pages of this origin may send files to it. */
export async function startS3(pageOrigin = '*'): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-s3-'))
  mkdirSync(join(folder, 'data', bucket), { recursive: true })
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const options = [
      '--access',
      key,
      '--secret',
      secret,
      '--port',
      `127.0.0.1:${port}`,
      '--health',
      '/health',
    ]
    const args = [...options, '--cors-allow-origin', pageOrigin, 'posix', join(folder, 'data')]
    const server = spawn(getProgramPath(versityGateway), args, { cwd: folder, stdio: 'ignore' })
    child = server
    for (let waitedMs = 0; waitedMs < readyWithinMs && server.exitCode === null; waitedMs += 50) {
      if ((await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.ok) return
      await delay(50)
    }
    throw new Error('The S3 server did not start')
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    env: {
      ...{ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: bucket },
      ...{ S3_KEY: key, S3_SECRET: secret },
    },
    folder: join(folder, 'data', bucket),
    kill,
    start,
    async dispose() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
