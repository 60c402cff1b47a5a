import type { Socket } from 'node:net'
import pg from 'pg'
import type { Clock } from '../ports/clock/port.ts'

/** Time-outs of a database server, ms. */
export interface PostgresTimeouts {
  /** For opening a connection or getting one from the pool. */
  readonly connect: number
  /** For a statement: `statement` ends it on the server, `answer` gives up waiting here. */
  readonly statement: number
  readonly answer: number
  /**
   * Interval of probes, also while the server is away, and how long a probe may take before the server counts as
   * away.
   */
  readonly probeEvery: number
  readonly probeEveryWhileAway: number
  readonly probe: number
}

export const usualTimeouts: PostgresTimeouts = {
  connect: 5_000,
  statement: 20_000,
  answer: 25_000,
  probeEvery: 2_000,
  probeEveryWhileAway: 500,
  probe: 3_000,
}

export interface SilenceOptions {
  readonly config: pg.ClientConfig
  readonly clock: Clock
  readonly timeouts: PostgresTimeouts
  /** The server does not respond; waiting statements must be rejected. */
  readonly onAway: (error: Error) => void
  readonly onBack: () => void
}

export interface SilenceWatch {
  /** Why the server is away; null: it responds. */
  readonly away: Error | null
  stop(): void
}

/**
 * Probes the server over its own connection. A failover or firewall can take a server away without closing
 * connections, and a statement's time-out would be far too long for everybody else.
 */
export function watchForSilence({ config, clock, timeouts, onAway, onBack }: SilenceOptions): SilenceWatch {
  let client: pg.Client | null = null
  let away: Error | null = null
  let isStopped = false
  let cancel = () => {}

  function drop(): void {
    // A graceful end would wait for the server that does not respond.
    client?.connection.stream.destroy()
    client = null
  }

  async function ask(): Promise<void> {
    if (!client) {
      const opened = new pg.Client(config)
      opened.on('error', () => {
        if (client === opened) client = null
      })
      client = opened
      await opened.connect()
    }
    await client.query('select 1')
  }

  async function probe(): Promise<void> {
    const failure = (await answered(ask())) ?? null
    if (isStopped) return drop()
    if (failure === null) {
      if (away !== null) onBack()
      away = null
    } else {
      const isFresh = away !== null || failure instanceof PostgresTimeout
      drop()
      // A connection may end while the server lives: only failing to open a new one means that it is away.
      const again = isFresh ? failure : await answered(ask())
      if (isStopped) return drop()
      if (again) {
        drop()
        if (away === null) onAway(again)
        away = again
      }
    }
    cancel = clock.after(away ? timeouts.probeEveryWhileAway : timeouts.probeEvery, () => void probe())
  }

  /** The error of a probe; undefined: it succeeded. */
  function answered(asked: Promise<void>): Promise<Error | undefined> {
    return new Promise((resolve) => {
      // The timer may be late because this process was busy: pending input is read before the server counts as away.
      const giveUp = () => resolve(new PostgresTimeout('The database server does not answer'))
      const cancelWaiting = clock.after(timeouts.probe, () => clock.after(0, giveUp))
      asked.then(
        () => (cancelWaiting(), resolve(undefined)),
        (error: unknown) => (
          cancelWaiting(),
          resolve(error instanceof Error ? error : new Error(String(error)))
        ),
      )
    })
  }

  cancel = clock.after(timeouts.probeEvery, () => void probe())
  return {
    get away() {
      return away
    },
    stop() {
      isStopped = true
      cancel()
      drop()
    },
  }
}

class PostgresTimeout extends Error {}

/** Tracked sockets, so that those of an unresponsive server can be destroyed at once. */
export function destroyAll(sockets: ReadonlySet<Socket>, why: Error): void {
  for (const socket of sockets) socket.destroy(Object.assign(new Error(why.message), { code: 'ETIMEDOUT' }))
}
