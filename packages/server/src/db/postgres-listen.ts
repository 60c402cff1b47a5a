import pg from 'pg'
import type { Clock } from '../ports/clock/port.ts'

export interface ListenOptions {
  readonly url: string
  readonly channel: string
  readonly clock: Clock
  readonly onNotification: () => void
}

const CONNECT_MS = 5_000
const RECONNECT_MS = 1_000
const KEEP_ALIVE_MS = 10_000

/**
 * Listens on a channel, over a connection of its own that is opened again whenever it ends. Notifications in between
 * are lost. Returns a function that ends it.
 */
export function listenToPostgres({ url, channel, clock, onNotification }: ListenOptions): () => void {
  let client: pg.Client | null = null
  let cancel = (): void => undefined
  let isStopped = false

  function connect(): void {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    client = opened
    let isLost = false
    const lost = (): void => {
      if (isLost) return
      isLost = true
      opened.connection.stream.destroy()
      if (!isStopped) cancel = clock.after(RECONNECT_MS, connect)
    }
    // First of all: an unhandled error event would end the process.
    opened.on('error', lost)
    opened.on('end', lost)
    opened.on('notification', onNotification)
    opened
      .connect()
      .then(() => opened.query(`listen ${channel}`))
      // Something may have been sent before.
      .then(onNotification, lost)
  }
  connect()
  return () => {
    isStopped = true
    cancel()
    client?.connection.stream.destroy()
  }
}
