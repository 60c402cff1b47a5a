import type { Config } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import { noTracing, type Tracing } from './port.ts'

export interface OpenTracingOptions {
  readonly clock: Clock
  readonly log: { warn(message: string, fields: { readonly error: unknown }): void }
}

/** Its code is loaded only where it is used. */
export async function openTracing(
  { traces }: Pick<Config, 'traces'>,
  { clock, log }: OpenTracingOptions,
): Promise<Tracing> {
  if (traces === null) return noTracing
  const { otlpTracing } = await import('./otlp-tracing.ts')
  return otlpTracing(traces, { clock, onError: (error) => log.warn('Traces could not be sent', { error }) })
}
