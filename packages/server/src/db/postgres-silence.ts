import type { Socket } from 'node:net'
import pg from 'pg'
import type { Clock } from '../ports/clock/port.ts'

/** How long a database server may keep still, ms. */
export interface PostgresTimeouts {
  /** For a connection, also for a free one of the pool. */
  readonly connect: number
  /** For a statement, as the server counts it and as we do: the first ends it there, the second gives it up here. */
  readonly statement: number
  readonly answer: number
  /** The server is asked for a sign of life this often, and while it is away; it is away when none comes in time. */
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
  /** It does not answer; statements that wait for it must not go on waiting. */
  readonly onAway: (error: Error) => void
  readonly onBack: () => void
}

export interface SilenceWatch {
  /** Why the server is away; null: it answers. */
  readonly away: Error | null
  stop(): void
}

/**
 * Asks the server for a sign of life over a connection of its own. A failover or a firewall may take a server away without
 * ending a connection; nothing but time tells then, and a statement's own time-out is far too long for everybody else.
 */
export function watchForSilence({ config, clock, timeouts, onAway, onBack }: SilenceOptions): SilenceWatch {
  let client: pg.Client | null = null
  let away: Error | null = null
  let isStopped = false
  let cancel = () => {}

  function drop(): void {
    // Ending it politely would wait for the one that does not answer.
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
      const isFresh = away !== null || failure instanceof Silence
      drop()
      // A connection may end while the server lives: only one that cannot be opened anew tells.
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

  /** What went wrong with a sign of life; undefined: it came. */
  function answered(asked: Promise<void>): Promise<Error | undefined> {
    return new Promise((resolve) => {
      // Time may be up because this process was busy: what has arrived meanwhile is read before anybody is given up.
      const giveUp = () => resolve(new Silence('The database server does not answer'))
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

class Silence extends Error {}

/** Sockets made here are known, so that those of a server that keeps still can be ended at once. */
export function destroyAll(sockets: ReadonlySet<Socket>, why: Error): void {
  for (const socket of sockets) socket.destroy(Object.assign(new Error(why.message), { code: 'ETIMEDOUT' }))
}
