import type { Clock } from './ports/clock/port.ts'
import { toSourcePositions } from './stack-traces/source-positions.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]

/** Ids are allowed; emails, tokens, codes, names and query strings are not. */
export interface LogFields {
  readonly call?: string
  readonly uid?: string
  readonly wid?: string
  readonly id?: string
  readonly request?: string
  readonly code?: number
  readonly count?: number
  readonly ms?: number
  readonly kind?: string
  readonly error?: unknown
}

export type Log = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>>

/** One JSON line per entry on stderr; stdout carries only the server's URL. */
export function createLog(
  clock: Clock,
  least: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log {
  const entry =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return
      const { error, ...rest } = fields
      const time = new Date(clock.now()).toISOString()
      const errorFields = error === undefined ? {} : { error: toSourcePositions(describe(error)) }
      write(`${JSON.stringify({ time, level, message, ...rest, ...errorFields })}\n`)
    }
  return { debug: entry('debug'), info: entry('info'), warn: entry('warn'), error: entry('error') }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\nbecause ${describe(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
