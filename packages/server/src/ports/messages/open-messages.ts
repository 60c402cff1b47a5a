import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../clock/port.ts'
import type { Random } from '../random/port.ts'
import { randomId } from '../random/values.ts'
import { type NodeMessages, noMessages, type WakeUp } from './port.ts'
import { openStoredMessages } from './stored-messages.ts'

export interface OpenMessagesOptions {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: { warn(message: string, fields: { readonly error: unknown }): void }
}

/** Messages between the processes of a PostgreSQL database; an embedded one has a single process. */
export async function openMessages(
  { databaseUrl, redisUrl }: Pick<Config, 'databaseUrl' | 'redisUrl'>,
  { db, clock, random, log }: OpenMessagesOptions,
): Promise<NodeMessages> {
  if (databaseUrl === null) return noMessages
  const wakeUp =
    redisUrl === null ? await throughPostgres(databaseUrl, clock) : await throughRedis(redisUrl, clock, log)
  return await openStoredMessages({
    ...{ db, clock, node: randomId(random), wakeUp },
    onError: (error) => log.warn('Messages between processes wait', { error }),
  })
}

/** Its code is loaded only where it is used. */
async function throughPostgres(url: string, clock: Clock): Promise<WakeUp> {
  const { postgresWakeUp } = await import('./postgres-wake-up.ts')
  return postgresWakeUp(url, clock)
}

/** Each attempt to reach Redis fails while it is away. */
const LOG_EVERY_MS = 60_000

/** Its code is loaded only where it is used. */
async function throughRedis(url: string, clock: Clock, log: OpenMessagesOptions['log']): Promise<WakeUp> {
  const { redisWakeUp } = await import('./redis-wake-up.ts')
  let loggedAt = Number.NEGATIVE_INFINITY
  return redisWakeUp(url, (error) => {
    if (clock.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = clock.now()
    log.warn('Redis does not answer; messages between processes take up to a second', { error })
  })
}
