import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { calls } from '@tavla/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import type { LocalInbox } from '../ports/mail/local-inbox.ts'
import { randomId } from '../ports/random/values.ts'
import type { StandIn } from '../ports/social/stand-in.ts'
import { answerOf, answerOfError, send } from './errors.ts'
import { serveFiles } from './files.ts'
import { INERT_POLICY, securityHeaders } from './headers.ts'
import { health } from './health.ts'
import { serveInbox } from './inbox.ts'
import { parseQuery } from './input.ts'
import { type AnyHandlers, type Guards, mount } from './mount.ts'
import { servePhotos } from './photos.ts'
import type { Places } from './places.ts'
import { serveStandIn } from './stand-in.ts'
import { serveWeb } from './web.ts'

const root = join(import.meta.dirname, '../../../..')
const BODY_BYTES = 1 << 20

export interface ServerParts {
  readonly guards: Guards
  readonly handlers: AnyHandlers
  readonly places: Places
  /** Null: letters go elsewhere. */
  readonly inbox: LocalInbox | null
  /** Null: only what is configured. */
  readonly standIn: StandIn | null
}

/** The HTTP side of a server: nothing but this folder knows the framework. */
export async function createServer(app: App, parts: ServerParts): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: BODY_BYTES,
    // Counts from the last byte, so slow uploads live and silent sockets do not.
    connectionTimeout: 35_000,
    requestTimeout: 3_600_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    genReqId: () => randomId(app.random),
    trustProxy: app.config.trustProxy,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { querystringParser: (text) => parseQuery(text) as never, maxParamLength: 500 },
  })
  server.server.headersTimeout = 10_000
  acceptEmptyJson(server)
  await server.register(formbody, { bodyLimit: BODY_BYTES, parser: parseForm })
  await server.register(multipart)

  const headers = securityHeaders(app.config.publicUrl?.startsWith('https:') ?? false)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id, 'content-security-policy': INERT_POLICY })
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  server.setErrorHandler((error, request, reply) =>
    send(reply, answerOfError(error, app.log, request.id, 'http')),
  )
  // A file of the next version may be here in a moment: that it is missing now must not be kept.
  server.setNotFoundHandler((_request, reply) =>
    send(reply.header('cache-control', 'no-store'), answerOf('not_found', {})),
  )

  mount(server, app, parts.guards, calls, parts.handlers)
  health(server, app)
  serveOpenApi(server)
  serveFiles(server, parts.places)
  servePhotos(server, parts.places)
  if (parts.inbox) serveInbox(server, parts.inbox)
  if (parts.standIn) serveStandIn(server, parts.standIn)
  await serveWeb(server, join(root, 'packages/web/dist'))
  return server
}

/** A JSON content type with nothing after it is how many clients send "no body". */
function acceptEmptyJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('remove', 'remove')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    // The parser answers through `done`.
    void parse(request, body.toString(), done)
  })
}

/** Forms hold each name once; a second value makes the field a list, which no form field may be. */
function parseForm(text: string): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(text))
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value)
  return Object.fromEntries(fields)
}

function serveOpenApi(server: FastifyInstance): void {
  const file = join(root, 'docs/openapi.json')
  if (!existsSync(file)) return
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await readFile(file, 'utf8')),
  )
}
