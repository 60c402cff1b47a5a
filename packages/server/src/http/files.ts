import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import type { FileRow } from '../db/tables-spaces.ts'
import { isInert, opensDownload, opensUpload, OTHER, store } from '../features/files/index.ts'
import { FileTooLarge, fileKey } from '../ports/files/port.ts'
import { answerOf, send } from './errors.ts'
import type { RawQuery } from './input.ts'

/** Addresses that `upload` and `download` hand out. They carry their own proof and no token. */
export function serveFiles(server: FastifyInstance, app: App): void {
  // A scope of its own: here a body of any type is a stream of bytes, never parsed.
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload))
    scope.put('/api/file/put/:id', (request, reply) => receive(app, request, reply))
    done()
  })
  server.get('/api/file/get/:id', (request, reply) => give(app, request, reply))
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id
const queryOf = (request: FastifyRequest) => (request.query as RawQuery).values

const findFile = (app: App, id: string): Promise<FileRow | undefined> =>
  app.db.sql.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

/** 200 is stored; 403 a wrong or old address, or other bytes than announced; 413 more bytes than reserved. */
async function receive(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const id = idOf(request)
  const query = queryOf(request)
  const row = opensUpload(app, id, query) ? await findFile(app, id) : undefined
  if (!row) return reject(reply, 403)
  // The answer of a first try may have been lost: these bytes are here already.
  if (row.state === 'stored') return send(reply, answerOf('ok', {}))
  try {
    const bytes = (request.body as Readable | null) ?? new Uint8Array()
    return (await store(app, row, bytes, query['h'] ?? ''))
      ? send(reply, answerOf('ok', {}))
      : reject(reply, 403)
  } catch (error) {
    if (error instanceof FileTooLarge) return reject(reply, 413)
    throw error
  }
}

/** The rest of the body is not waited for. */
function reject(reply: FastifyReply, status: 403 | 413): FastifyReply {
  const answer = answerOf(
    status === 403 ? 'forbidden' : 'storage_full',
    status === 413 ? { reason: 'file' } : {},
  )
  return send(reply.header('connection', 'close'), { ...answer, status })
}

async function give(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const id = idOf(request)
  const row = opensDownload(app, id, queryOf(request)) ? await findFile(app, id) : undefined
  if (!row || row.state !== 'stored') return send(reply, answerOf('not_found', {}))
  const range = readRange(request.headers.range, row.size)
  const bytes = await app.files.read(fileKey(id), range ?? undefined)
  if (!bytes) return send(reply, answerOf('not_found', {}))
  const inert = isInert(row.type)
  reply.headers({
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'content-disposition': `${inert ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(row.filename)}`,
    'cache-control': 'private, max-age=600, immutable',
    'accept-ranges': 'bytes',
    'content-length': range ? range.end - range.start + 1 : row.size,
  })
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
  return reply.type(inert ? row.type : OTHER).send(bytes)
}

/** One range, as players ask for it; anything else gets the whole file. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return null
  const start = Number(match[1])
  const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  return start <= end && start < size ? { start, end } : null
}

/** RFC 5987: everything but plain letters is escaped, so a name can neither end the header nor add another. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
