import { DatabaseUnavailable } from './db/database-errors.ts'
import type { Log, LogFields, LogLevel } from './log.ts'
import type { Clock } from './ports/clock/port.ts'
import { ForgedEvent } from './ports/payments/port.ts'

const EVERY_MS = 30_000

/**
 * Throttles log entries while the database is away: the first one with each message is written in full,
 * then one every 30 seconds without stack and with a count. The same applies to payment events with an
 * invalid signature, which anybody can send.
 */
export function throttleOutages(log: Log, clock: Clock): Log {
  const seen = new Map<string, { at: number; count: number }>()

  function write(level: LogLevel, message: string, fields: LogFields): void {
    if (!isOutage(fields.error) && !(fields.error instanceof ForgedEvent)) return log[level](message, fields)
    const last = seen.get(message)
    const now = clock.now()
    if (last && now - last.at < EVERY_MS) {
      last.count += 1
      return
    }
    seen.set(message, { at: now, count: 0 })
    if (!last) return log[level](message, fields)
    const { error, ...rest } = fields
    log[level](message, { ...rest, count: last.count + 1, error: String(error) })
  }

  const entry =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) =>
      write(level, message, fields)
  return { debug: entry('debug'), info: entry('info'), warn: entry('warn'), error: entry('error') }
}

/** Also when wrapped by a library. */
const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || (error instanceof Error && isOutage(error.cause))
