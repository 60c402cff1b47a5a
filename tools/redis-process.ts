import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from './find-desktop.ts'
import { freePort } from './go-program.ts'

export { freePort }

const readyWithinMs = 10_000

export interface RedisServer {
  readonly url: string
  pid(): number
  kill(): Promise<void>
  start(): Promise<void>
}

export const hasRedis = (): boolean => findProgram('redis-server') !== undefined

/** Starts a Redis server on the loopback interface, which keeps nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const program = findProgram('redis-server')
  if (program === undefined) throw new Error('There is no redis-server')
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const server = spawn(program ?? '', args, { stdio: 'ignore' })
    child = server
    for (let waitedMs = 0; waitedMs < readyWithinMs && server.exitCode === null; waitedMs += 20) {
      if (await answers(port)) return
      await delay(20)
    }
    throw new Error('The Redis server did not start')
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    start,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child?.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })
}
