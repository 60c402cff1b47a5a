import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Clock } from '../../clock/port.ts'
import type { VoiceConnection, VoiceEngine, VoiceEngineEvent } from '../port.ts'
import type { ForwarderOptions, ForwarderEvent, ForwarderCommand } from './messages.ts'

/** Where errors are reported; the server's log. */
export interface VoiceLog {
  warn(message: string, fields: { readonly error: unknown }): void
  error(
    message: string,
    fields: { readonly error?: unknown; readonly kind?: string; readonly ms?: number },
  ): void
}

export interface EmbeddedVoiceOptions extends ForwarderOptions {
  readonly clock: Clock
  readonly log: VoiceLog
  readonly slots: number
  /** Where pages open the voice socket, on the same origin. */
  readonly url: string
  readonly newToken: () => string
}

/** The first restart follows at once, so that people hear each other again within 3 s; a process that never lives waits longer. */
const RESTART_MS = [0, 200, 1_000, 5_000, 30_000]
/** A process that lived this long is healthy: the next restart is a first one again. */
const HEALTHY_MS = 10_000
/** Boards go first, sound is light. */
const NICE = 5
const MEMORY_MB = 256

interface EngineConnection {
  readonly roomId: string
  offer: number
  isUp: boolean
  evidenceAt: number
  mic: boolean
}

/** Our own forwarder in a process of its own, started when it is first wanted and anew whenever it ends. */
export class EmbeddedVoice implements VoiceEngine {
  readonly kind = 'embedded'
  readonly #options: EmbeddedVoiceOptions
  readonly #carried = new Map<string, EngineConnection>()
  #listener: (event: VoiceEngineEvent) => void = () => undefined
  #child: ChildProcess | null = null
  #isReady = false
  #starts = 0
  #offers = 0
  #closed = false
  #cancel: () => void = () => undefined

  constructor(options: EmbeddedVoiceOptions) {
    this.#options = options
  }

  /** Of the forwarder's process; tests end it. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** Who asks for a ticket is about to come: the process is ready by then. */
  async issueJoin() {
    if (!this.#child && this.#starts === 0) this.#start()
    return { token: this.#options.newToken(), url: this.#options.url }
  }

  connect({ roomId, connId }: VoiceConnection): void {
    this.#offers += 1
    const mic = this.#carried.get(connId)?.mic ?? false
    const carried = { roomId, offer: this.#offers, isUp: false, evidenceAt: 0, mic }
    this.#carried.set(connId, carried)
    if (!this.#child && this.#starts === 0) this.#start()
    this.#open(connId, carried)
  }

  answer({ connId }: VoiceConnection, offer: number, sdp: string): void {
    this.#tell({ t: 'answer', conn: connId, offer, sdp })
  }

  setMic({ connId }: VoiceConnection, on: boolean): void {
    const carried = this.#carried.get(connId)
    if (!carried) return
    carried.mic = on
    this.#tell({ t: 'mic', conn: connId, on })
  }

  remove({ connId }: VoiceConnection): void {
    this.#carried.delete(connId)
    this.#tell({ t: 'close', conn: connId })
  }

  async participants(roomId: string) {
    return [...this.#carried]
      .filter(([, carried]) => carried.roomId === roomId && carried.isUp)
      .map(([connId, { evidenceAt }]) => ({ connId, evidenceAt }))
  }

  onEvent(listener: (event: VoiceEngineEvent) => void): void {
    this.#listener = listener
  }

  isHealthy(): boolean {
    return this.#isReady || this.#starts < RESTART_MS.length
  }

  async close(): Promise<void> {
    this.#closed = true
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
        // It needs none of the server's secrets.
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    )
    // Before anything else: an unhandled error event would end the server.
    child.on('error', (error) => log.error('the voice process failed', { error }))
    child.on('exit', (code, signal) => this.#ended(child, startedAt, signal ?? String(code)))
    child.on('message', (message) => this.#hear(child, message as ForwarderEvent))
    child.unref()
    child.channel?.unref()
    this.#child = child
    if (child.pid === undefined) return
    try {
      setPriority(child.pid, NICE)
    } catch (error) {
      log.warn('the voice process keeps its priority', { error })
    }
  }

  #ended(child: ChildProcess, startedAt: number, kind: string): void {
    if (this.#child !== child) return
    const { clock, log } = this.#options
    this.#child = null
    this.#isReady = false
    if (this.#closed) return
    if (clock.now() - startedAt >= HEALTHY_MS) this.#starts = 0
    const delay = RESTART_MS[Math.min(this.#starts, RESTART_MS.length) - 1] ?? 0
    log.error('the voice process ended and is started anew', { kind, ms: delay })
    for (const carried of this.#carried.values()) carried.isUp = false
    this.#listener({ t: 'restarted' })
    this.#cancel = clock.after(delay, () => this.#start())
  }

  #hear(child: ChildProcess, message: ForwarderEvent): void {
    if (this.#child !== child) return
    if (message.t === 'ready') {
      this.#isReady = true
      for (const [connId, carried] of this.#carried) this.#open(connId, carried)
    } else if (message.t === 'offer' || message.t === 'candidates') {
      const { conn: connId, ...rest } = message
      if (this.#carried.get(connId)?.offer === message.offer) this.#listener({ ...rest, connId })
    } else if (message.t === 'media') {
      const carried = this.#carried.get(message.conn)
      if (!carried) return
      carried.isUp = message.up
      this.#listener({ t: 'media', connId: message.conn, up: message.up })
    } else if (message.t === 'alive') this.#alive(message.conns)
    else if (message.t === 'slots') this.#listener({ t: 'slots', roomId: message.room, slots: message.slots })
    else if (message.t === 'speaking')
      this.#listener({ t: 'speaking', roomId: message.room, connIds: message.conns })
    else this.#options.log.warn('the voice process had trouble', { error: new Error(message.message) })
  }

  #alive(connIds: readonly string[]): void {
    const now = this.#options.clock.now()
    for (const connId of connIds) {
      const carried = this.#carried.get(connId)
      if (carried) carried.evidenceAt = now
    }
    this.#listener({ t: 'alive', connIds })
  }

  #open(connId: string, { roomId, offer, mic }: EngineConnection): void {
    if (!this.#isReady) return
    this.#tell({ t: 'open', room: roomId, conn: connId, offer })
    if (mic) this.#tell({ t: 'mic', conn: connId, on: true })
  }

  #tell(message: ForwarderCommand): void {
    if (this.#isReady) this.#child?.send(message, () => undefined)
  }
}
