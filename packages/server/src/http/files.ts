import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getAnswer, send } from './errors.ts'
import type { RawQuery } from './input.ts'
import { httpLimits } from './http-limits.ts'
import type { Locations } from './locations.ts'
import { sendProblem } from './problem.ts'

/** Serves the URLs that `upload` and `download` return. They are signed and need no token. */
export function serveFiles(server: FastifyInstance, places: Locations): void {
  // A scope of its own, in which a body of any type is an unparsed stream.
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload))
    const config = { bodyWithin: httpLimits.uploadWithin }
    scope.put('/api/file/put/:id', { config }, (request, reply) => receive(places, request, reply))
    done()
  })
  server.get('/api/file/get/:id', (request, reply) => sendFile(places, request, reply))
  server.get('/api/user/export/archive', async (request, reply) => {
    const archive = await places.openArchive(getQuery(request))
    if (!archive) return sendProblem(request, reply, getAnswer('not_found', {}))
    reply.headers({ 'content-disposition': attachment(archive.filename), 'cache-control': 'no-store' })
    return reply.type('application/zip').send(request.method === 'HEAD' ? '' : await archive.open())
  })
}

const getId = (request: FastifyRequest): string => (request.params as { id: string }).id
const getQuery = (request: FastifyRequest) => (request.query as RawQuery).values

/** A filename parameter in either form of RFC 6266. */
const FILENAME = /;\s*filename\*?\s*=\s*"?[^\s";]/i

/**
 * 200: stored; 403: invalid or expired URL, no filename, or a wrong hash; 409: already uploaded; 413: more
 * bytes than reserved.
 */
async function receive(
  places: Locations,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const bytes = (request.body as Readable | null | undefined) ?? new Uint8Array()
  const isNamed = FILENAME.test(request.headers['content-disposition'] ?? '')
  const outcome = isNamed ? await places.receiveFile(getId(request), getQuery(request), bytes) : 'refused'
  if (outcome === 'stored') return send(reply, getAnswer('ok', {}))
  // The rest of the body is not awaited.
  reply.header('connection', 'close')
  if (outcome === 'used') return send(reply, { ...getAnswer('code_invalid', {}), status: 409 })
  if (outcome === 'too_large') return send(reply, getAnswer('storage_full', { reason: 'file' }))
  return send(reply, getAnswer('forbidden', {}))
}

async function sendFile(
  places: Locations,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await places.openFile(getId(request), getQuery(request))
  const range = file && readRange(request.headers.range, file.size)
  const bytes = await file?.read(range)
  if (!file || !bytes) return sendProblem(request, reply, getAnswer('not_found', {}))
  reply.headers({
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'content-disposition': file.inline ? `inline; ${named(file.filename)}` : attachment(file.filename),
    'cache-control': 'private, max-age=600, immutable',
    'accept-ranges': 'bytes',
    'content-length': range ? range.end - range.start + 1 : file.size,
  })
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply.type(file.type).send(bytes)
}

/** A single range, as media players request; anything else gets the whole file. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return null
  const start = Number(match[1])
  const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  return start <= end && start < size ? { start, end } : null
}

const attachment = (filename: string): string => `attachment; ${named(filename)}`
const named = (filename: string): string => `filename*=UTF-8''${encodeName(filename)}`

/** RFC 5987: everything but plain ASCII is escaped, so that a name cannot end the header or add another. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
