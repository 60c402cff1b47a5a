import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { allCalls } from '@tavla/contract/admin'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import type { Clock } from '../ports/clock/port.ts'
import type { LocalInbox } from '../ports/mail/local-inbox.ts'
import { randomId } from '../ports/random/values.ts'
import type { LocalProvider } from '../ports/social/local-provider.ts'
import { connectionOptions, guardConnections } from './sockets/connections.ts'
import { getAnswer, answerOfError } from './errors.ts'
import { serveFiles } from './files.ts'
import { answerHead } from './sockets/head.ts'
import { INERT_POLICY, securityHeaders } from './headers.ts'
import { health } from './operation/health.ts'
import { serveApiDocs } from './operation/api-docs.ts'
import { serveMetrics } from './operation/serve-metrics.ts'
import { serveInbox } from './local/inbox-pages.ts'
import { parseQuery } from './input.ts'
import { faultOfForm, parseForm } from './forms.ts'
import { createLargeBodies, faultOfJson, LARGE_BODY } from './large-bodies.ts'
import { httpLimits } from './http-limits.ts'
import { type AnyHandlers, type Guards, mount } from './mount.ts'
import { servePhotos } from './photos.ts'
import type { Locations } from './locations.ts'
import { sendProblem } from './problem.ts'
import { forwardingWarning, trustedProxies } from './local/proxies.ts'
import { serveLocalProvider } from './local/local-provider-pages.ts'
import { serveTestCards } from './local/test-cards.ts'
import { serveWeb } from './web/web.ts'

const root = join(import.meta.dirname, '../../../..')

export interface ServerParts {
  readonly guards: Guards
  readonly handlers: AnyHandlers
  readonly places: Locations
  /** Null: emails are really sent. */
  readonly inbox: LocalInbox | null
  /** Null: configured providers only. */
  readonly standIn: LocalProvider | null
  /** Whether this request opens a live socket. */
  readonly isUpgrade: (request: IncomingMessage) => boolean
}

const refuseSchema = (): never => {
  throw new Error('Routes have no schemas of the framework: calls are parsed by the contract')
}
/** Without these two the framework loads its own compilers, some 5 MB. */
const noSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** Creates the HTTP server; only this folder knows the framework. */
export async function createServer(app: App, parts: ServerParts): Promise<FastifyInstance> {
  const headers = securityHeaders(app.config.publicUrl?.startsWith('https:') ?? false)
  const secure = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ ...headers, 'x-request-id': request.id, 'content-security-policy': INERT_POLICY })
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  }
  const server = Fastify({
    ...connectionOptions(parts.isUpgrade),
    exposeHeadRoutes: false,
    genReqId: () => randomId(app.random),
    trustProxy: trustedProxies(app.config),
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // URLs that cannot be decoded, before any hook has run.
    frameworkErrors(error, request, reply) {
      secure(request, reply)
      sendProblem(request, reply, answerOfError(error, app.log, request.id, 'http'))
    },
    schemaController: { compilersFactory: noSchemas },
    routerOptions: { querystringParser: (text) => parseQuery(text) as never, maxParamLength: 500 },
  })
  guardConnections(server, app)
  acceptJson(server, app.clock)
  acceptForms(server)
  await server.register(multipart)

  const warnOnce = forwardingWarning(app)
  server.addHook('onRequest', async (request, reply) => {
    warnOnce(request.headers)
    secure(request, reply)
  })
  server.setErrorHandler((error, request, reply) =>
    sendProblem(request, reply, answerOfError(error, app.log, request.id, 'http')),
  )
  server.setNotFoundHandler((request, reply) => sendProblem(request, reply, getAnswer('not_found', {})))
  answerHead(server)

  mount(server, app, parts.guards, allCalls, parts.handlers)
  health(server, app)
  serveMetrics(server, app)
  serveOpenApi(server)
  serveApiDocs(server)
  serveFiles(server, parts.places)
  servePhotos(server, parts.places)
  if (parts.inbox) serveInbox(server, app, parts.inbox)
  if (parts.standIn) serveLocalProvider(server, parts.standIn)
  if (app.payments?.simulator) serveTestCards(server, app.payments.simulator)
  const { payments, voice } = app.config
  const voiceUrl = voice.livekit && new URL(voice.livekit.url).origin
  const filesOrigin = app.files.direct?.origin ?? null
  await serveWeb(server, join(root, 'packages/web/dist'), payments.kind, { voiceUrl, filesOrigin })
  return server
}

/** Many clients send a JSON content type without a body. */
function acceptJson(server: FastifyInstance, clock: Clock): void {
  const queued = createLargeBodies(clock)
  const parse = server.getDefaultJsonParser('remove', 'remove')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    // The signature covers the text itself, so the handler parses it.
    if (request.routeOptions.config.rawBody) return done(null, text)
    if (text.length === 0) return done(null, undefined)
    // The parser answers through `done`.
    if (text.length <= LARGE_BODY) return void parse(request, text, done)
    queued(() => {
      const fault = faultOfJson(text)
      if (fault) done(fault, undefined)
      else void parse(request, text, done)
    }, done)
  })
}

function acceptForms(server: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: httpLimits.bodyBytes } as const
  server.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => {
    const text = body.toString()
    const fault = faultOfForm(text)
    if (fault) done(fault, undefined)
    else done(null, parseForm(text))
  })
}

function serveOpenApi(server: FastifyInstance): void {
  const file = join(root, 'docs/openapi.json')
  if (!existsSync(file)) return
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await readFile(file, 'utf8')),
  )
}
