import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, getProgramPath, hasProgram, liveKitServer } from './go-program.ts'

const key = 'tavla-tests'
const secret = 'a secret of 32 characters or more'
const readyWithinMs = 30_000

export interface LiveKitServer {
  /** Environment of a Tavla server whose voice rooms this LiveKit server carries. */
  readonly env: Readonly<Record<string, string>>
  pid(): number
  /** Kills the process and starts it again. */
  crash(): Promise<void>
  dispose(): Promise<void>
}

export const hasLiveKit = (): boolean => hasProgram(liveKitServer)

/** Starts a real LiveKit server on the loopback interface. */
export async function startLiveKit(): Promise<LiveKitServer> {
  const [port, udp_port, tcp_port] = [await freePort(), await freePort(), await freePort()]
  const config = {
    ...{ port, bind_addresses: ['127.0.0.1'], keys: { [key]: secret }, logging: { level: 'warn' } },
    rtc: {
      ...{ udp_port, tcp_port, node_ip: '127.0.0.1', use_external_ip: false },
      ...{ enable_loopback_candidate: true, interfaces: { includes: ['lo'] } },
    },
  }
  let child: ChildProcess | undefined
  let output = ''

  async function start(): Promise<void> {
    // LiveKit reads YAML; JSON is a subset of it.
    const args = ['--config-body', JSON.stringify(config)]
    const server = spawn(getProgramPath(liveKitServer), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    child = server
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    for (let waitedMs = 0; waitedMs < readyWithinMs; waitedMs += 50) {
      if (server.exitCode !== null) break
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
      if (answer?.ok) return
      await delay(50)
    }
    throw new Error(`The LiveKit server did not start: ${output}`)
  }

  async function end(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }

  await start()
  return {
    env: {
      ...{ VOICE: 'livekit', LIVEKIT_URL: `ws://127.0.0.1:${port}` },
      ...{ LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret },
    },
    pid: () => child?.pid ?? 0,
    async crash() {
      await end()
      await start()
    },
    dispose: end,
  }
}
