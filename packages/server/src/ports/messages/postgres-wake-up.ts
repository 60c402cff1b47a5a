import { listenToPostgres } from '../../db/postgres-listen.ts'
import type { Clock } from '../clock/port.ts'
import type { WakeUp } from './port.ts'

const CHANNEL = 'tavla_messages'

/** By `NOTIFY`, which poolers between the processes and the database may lose. */
export function postgresWakeUp(url: string, clock: Clock): WakeUp {
  const listeners: (() => void)[] = []
  const stop = listenToPostgres({
    url,
    channel: CHANNEL,
    clock,
    onNotification() {
      for (const act of listeners) act()
    },
  })
  return {
    statement: `select pg_notify('${CHANNEL}', '')`,
    send: () => undefined,
    onWake: (act) => void listeners.push(act),
    close() {
      stop()
      return Promise.resolve()
    },
  }
}
