import type { IncomingHttpHeaders } from 'node:http'

export type SpanAttributes = Readonly<Record<string, string | number>>

export interface NewSpan {
  readonly name: string
  /** A request to this server, one of its own to something else, or work. */
  readonly kind: 'server' | 'client' | 'internal'
  /** Ids, codes and names that are the code's own: no addresses, texts or tokens. */
  readonly attributes: SpanAttributes
  /** Of a request, whose sender may have begun the trace. */
  readonly headers?: IncomingHttpHeaders
  /** Left out unless another span runs. */
  readonly isPart?: boolean
}

/** The span of something that runs; it ends with it. */
export interface ActiveSpan {
  set(attributes: SpanAttributes): void
  /** It failed, though it answers. */
  fail(message: string): void
}

/** Traces what the server does. Spans that are begun within another one are its children. */
export interface Tracing {
  trace<T>(span: NewSpan, act: (span: ActiveSpan) => Promise<T>): Promise<T>
  /** Sends what waits. */
  close(): Promise<void>
}

export const noSpan: ActiveSpan = { set: () => undefined, fail: () => undefined }

export const noTracing: Tracing = {
  trace: (_span, act) => act(noSpan),
  close: () => Promise.resolve(),
}
