import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Clock } from '../../clock/port.ts'
import { type EngineConnection, EngineConnections } from '../engine-connections.ts'
import type { VoiceConnection, VoiceEngine } from '../port.ts'
import type { ForwarderOptions, ForwarderEvent, ForwarderCommand } from './messages.ts'

/** The part of the server's log that engines use. */
export interface VoiceLog {
  warn(message: string, fields: { readonly error: unknown }): void
  error(
    message: string,
    fields: { readonly error?: unknown; readonly kind?: string; readonly ms?: number },
  ): void
}

export interface EmbeddedVoiceEngineOptions extends ForwarderOptions {
  readonly clock: Clock
  readonly log: VoiceLog
  readonly slots: number
  /** Path of the voice socket on the same origin. */
  readonly url: string
  readonly newToken: () => string
}

/** Delays before restarts. The first is none, so that people hear each other again within 3 s. */
const RESTART_MS = [0, 200, 1_000, 5_000, 30_000]
/** A process that ran this long resets the restart delay. */
const HEALTHY_MS = 10_000
/** Lower priority than the server, so that audio never slows boards. */
const NICE = 5
const MEMORY_MB = 256

interface EmbeddedConnection extends EngineConnection {
  offer: number
}

/** Runs the forwarder in a child process that starts on first use and restarts whenever it exits. */
export class EmbeddedVoiceEngine extends EngineConnections<EmbeddedConnection> implements VoiceEngine {
  readonly kind = 'embedded'
  readonly #options: EmbeddedVoiceEngineOptions
  #child: ChildProcess | null = null
  #isReady = false
  #starts = 0
  #offers = 0
  #isClosed = false
  #cancel: () => void = () => undefined

  constructor(options: EmbeddedVoiceEngineOptions) {
    super()
    this.#options = options
  }

  /** Of the forwarder process; tests kill it. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** Starts the process before the ticket is used: a connection follows within a moment. */
  async createJoinTicket() {
    if (!this.#child && this.#starts === 0) this.#start()
    return { token: this.#options.newToken(), url: this.#options.url }
  }

  connect({ roomId, connId }: VoiceConnection): void {
    this.#offers += 1
    const mic = this.connections.get(connId)?.mic ?? false
    const connection = { roomId, offer: this.#offers, isUp: false, evidenceAt: 0, mic }
    this.connections.set(connId, connection)
    if (!this.#child && this.#starts === 0) this.#start()
    this.#openConnection(connId, connection)
  }

  answer({ connId }: VoiceConnection, offer: number, sdp: string): void {
    this.#send({ t: 'answer', conn: connId, offer, sdp })
  }

  setMic({ connId }: VoiceConnection, on: boolean): void {
    const connection = this.connections.get(connId)
    if (!connection) return
    connection.mic = on
    this.#send({ t: 'mic', conn: connId, on })
  }

  remove({ connId }: VoiceConnection): void {
    this.connections.delete(connId)
    this.#send({ t: 'close', conn: connId })
  }

  isHealthy(): boolean {
    return this.#isReady || this.#starts < RESTART_MS.length
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancel()
    const child = this.#child
    if (!child) return
    child.ref()
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill('SIGKILL')
    await ended
  }

  #start(): void {
    const { port, bind, address, slots, clock, log } = this.#options
    const startedAt = clock.now()
    this.#starts += 1
    const child = fork(
      new URL('forwarder-main.ts', import.meta.url),
      [JSON.stringify({ port, bind, address }), String(slots)],
      {
        execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
        // The process needs none of the server's secrets.
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    )
    // Registered first, since an unhandled error event would end the server.
    child.on('error', (error) => log.error('the voice process failed', { error }))
    child.on('exit', (code, signal) => this.#restart(child, startedAt, signal ?? String(code)))
    child.on('message', (message) => this.#receive(child, message as ForwarderEvent))
    child.unref()
    child.channel?.unref()
    this.#child = child
    if (child.pid === undefined) return
    try {
      setPriority(child.pid, NICE)
    } catch (error) {
      log.warn('the priority of the voice process could not be set', { error })
    }
  }

  #restart(child: ChildProcess, startedAt: number, kind: string): void {
    if (this.#child !== child) return
    const { clock, log } = this.#options
    this.#child = null
    this.#isReady = false
    if (this.#isClosed) return
    if (clock.now() - startedAt >= HEALTHY_MS) this.#starts = 0
    const delay = RESTART_MS[Math.min(this.#starts, RESTART_MS.length) - 1] ?? 0
    log.error('the voice process exited and restarts', { kind, ms: delay })
    for (const connection of this.connections.values()) connection.isUp = false
    this.emit({ t: 'restarted' })
    this.#cancel = clock.after(delay, () => this.#start())
  }

  #receive(child: ChildProcess, message: ForwarderEvent): void {
    if (this.#child !== child) return
    if (message.t === 'ready') {
      this.#isReady = true
      for (const [connId, connection] of this.connections) this.#openConnection(connId, connection)
    } else if (message.t === 'offer' || message.t === 'candidates') {
      const { conn: connId, ...rest } = message
      if (this.connections.get(connId)?.offer === message.offer) this.emit({ ...rest, connId })
    } else if (message.t === 'badAnswer') {
      if (this.connections.get(message.conn)?.offer === message.offer)
        this.emit({ t: 'badAnswer', connId: message.conn })
    } else if (message.t === 'media') {
      const connection = this.connections.get(message.conn)
      if (!connection) return
      connection.isUp = message.up
      this.emit({ t: 'media', connId: message.conn, up: message.up })
    } else if (message.t === 'alive') this.#markAlive(message.conns)
    else if (message.t === 'slots') this.emit({ t: 'slots', roomId: message.room, slots: message.slots })
    else if (message.t === 'speaking')
      this.emit({ t: 'speaking', roomId: message.room, connIds: message.conns })
    else this.#options.log.warn('the voice process reported an error', { error: new Error(message.message) })
  }

  #markAlive(connIds: readonly string[]): void {
    const now = this.#options.clock.now()
    for (const connId of connIds) {
      const connection = this.connections.get(connId)
      if (connection) connection.evidenceAt = now
    }
    this.emit({ t: 'alive', connIds })
  }

  #openConnection(connId: string, { roomId, offer, mic }: EmbeddedConnection): void {
    if (!this.#isReady) return
    this.#send({ t: 'open', room: roomId, conn: connId, offer })
    if (mic) this.#send({ t: 'mic', conn: connId, on: true })
  }

  #send(message: ForwarderCommand): void {
    if (this.#isReady) this.#child?.send(message, () => undefined)
  }
}
