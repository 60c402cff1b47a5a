import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { getAnswer } from '../errors.ts'
import { httpLimits } from '../http-limits.ts'

/** Not imported: that reads all exports of the module, the browser's WebSocket included, whose code takes 3 MB. */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take, ms; default: `httpLimits.bodyWithin`. */
    readonly bodyWithin?: number
  }
}

/** Fastify's connection options. `isUpgrade`: other upgrade requests are answered as ordinary ones. */
export function connectionOptions(isUpgrade: (request: IncomingMessage) => boolean) {
  return {
    bodyLimit: httpLimits.bodyBytes,
    connectionTimeout: httpLimits.silentFor,
    keepAliveTimeout: httpLimits.keepAliveFor,
    requestTimeout: httpLimits.uploadWithin,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
    http: {
      headersTimeout: httpLimits.headersWithin,
      connectionsCheckingInterval: httpLimits.checkEvery,
      maxHeaderSize: httpLimits.headerBytes,
      shouldUpgradeCallback: isUpgrade,
    } satisfies ServerOptions,
  } satisfies FastifyHttpOptions<Server>
}

/** Limits time and memory of a connection and handles errors below the request level. */
export function guardConnections(server: FastifyInstance, { clock, log }: App): void {
  const listener = server.server
  // The caller gets listen errors; later unhandled error events would end the process.
  listener.once('listening', () => listener.on('error', (error) => log.error('listening failed', { error })))
  listener.maxConnections = httpLimits.connections
  let loggedAt = Number.NEGATIVE_INFINITY
  listener.on('drop', () => {
    if (clock.now() - loggedAt < httpLimits.dropLogEvery) return
    loggedAt = clock.now()
    log.warn('connections are turned away: too many are open', { count: httpLimits.connections })
  })
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (hasBody(raw)) {
      const within = request.routeOptions.config.bodyWithin ?? httpLimits.bodyWithin
      const late = Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      const cancel = clock.after(within, () =>
        raw.complete ? undefined : answerUnreadable(late, raw.socket),
      )
      raw.once('close', cancel)
    }
    done()
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** HTTP status and message by Node's error code. */
const answers: ReadonlyMap<string, readonly [status: number, message: string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'took too long']],
  ['HPE_HEADER_OVERFLOW', [431, 'is too large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'is too large']],
])

/** Answers what is not valid HTTP, too slow or too long, and closes the connection. */
export function answerUnreadable(error: { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = answers.get(error.code ?? '') ?? [400, 'cannot be read']
  const body = JSON.stringify(getAnswer('invalid', { fields: { request: message } }).body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
