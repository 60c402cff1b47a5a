import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracesConfig } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import { noSpan, type Tracing } from './port.ts'

/** A collector that is away is not waited for longer, ms. */
const SEND_MS = 5_000
const CLOSE_MS = 2_000
const LOG_EVERY_MS = 60_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** Sends spans to an OpenTelemetry collector over OTLP/HTTP, in batches. Spans that it does not take are dropped. */
export function otlpTracing(
  { url, headers, serviceName, ratio, acceptsParents }: TracesConfig,
  { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => void },
): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: SEND_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reporting(exporter, clock, onError), exportTimeoutMillis: SEND_MS }),
    ],
  })
  const tracer = provider.getTracer('tavla')
  const propagator = new W3CTraceContextPropagator()
  const running = new AsyncLocalStorage<Context>()

  return {
    async trace({ name, kind, attributes, headers: received, isPart = false }, act) {
      const around = running.getStore()
      if (isPart && !around) return act(noSpan)
      const parent =
        around ??
        (received && acceptsParents
          ? propagator.extract(ROOT_CONTEXT, received, defaultTextMapGetter)
          : ROOT_CONTEXT)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent)
      const fail = (message: string) => void span.setStatus({ code: SpanStatusCode.ERROR, message })
      const set = (more: typeof attributes) => void span.setAttributes({ ...more })
      try {
        return await running.run(trace.setSpan(parent, span), () => act({ set, fail }))
      } catch (error) {
        // Messages of errors may hold what people typed.
        fail(error instanceof Error ? error.name : 'error')
        throw error
      } finally {
        span.end()
      }
    },
    async close() {
      const late = new Promise<void>((resolve) => void clock.after(CLOSE_MS, resolve))
      // A batch that was not taken has been reported.
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

/** Reports the first batch that was not taken, then one a minute. */
function reporting(
  exporter: OTLPTraceExporter,
  clock: Clock,
  onError: (error: unknown) => void,
): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && clock.now() - reportedAt >= LOG_EVERY_MS) {
          reportedAt = clock.now()
          onError(result.error)
        }
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
