import { createClient } from '@redis/client'
import type { WakeUp } from './port.ts'

/** Installations that share a Redis wake each other, which costs one read. */
const CHANNEL = 'tavla:messages'
const CONNECT_MS = 5_000
const RETRY_MS = 1_000
const PING_MS = 10_000

/** By Redis's publish and subscribe. While Redis is away, processes read every second. */
export function redisWakeUp(url: string, onError: (error: unknown) => void): WakeUp {
  const listeners: (() => void)[] = []
  const wake = (): void => {
    for (const act of listeners) act()
  }
  const options = {
    url,
    pingInterval: PING_MS,
    // What cannot be sent now is not sent later: the others have read by then.
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: RETRY_MS },
  } as const
  const publisher = createClient(options)
  // Subscribing waits for the connection, and is repeated after each loss.
  const subscriber = createClient({ ...options, disableOfflineQueue: false })
  for (const client of [publisher, subscriber]) {
    client.on('error', onError)
    client.on('ready', wake)
    client.connect().catch(onError)
  }
  subscriber.subscribe(CHANNEL, wake).catch(onError)
  return {
    statement: null,
    send: () => void (publisher.isReady && publisher.publish(CHANNEL, '').catch(onError)),
    onWake: (act) => void listeners.push(act),
    close() {
      for (const client of [publisher, subscriber]) client.destroy()
      return Promise.resolve()
    },
  }
}
