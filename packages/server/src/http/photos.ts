import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { getAnswer, send } from './errors.ts'
import type { RawQuery } from './input.ts'
import type { Locations } from './locations.ts'

const A_WEEK = 'private, max-age=604800, immutable'
const FOR_EVER = 'private, max-age=31536000, immutable'

/** Photos of people and spaces. Their ids are unguessable, and a new photo has a new id. */
export function servePhotos(server: FastifyInstance, places: Locations): void {
  server.get('/api/photo/:name', async (request, reply) => {
    const id = /^([a-z0-9]{20})\.jpeg$/.exec((request.params as { name: string }).name)?.[1]
    const bytes = id ? await places.photo(id) : null
    if (!bytes) return send(reply, getAnswer('not_found', {}))
    return reply.header('cache-control', FOR_EVER).type('image/jpeg').send(bytes)
  })
  for (const kind of ['picture', 'photo'] as const)
    server.get(`/api/space/${kind}/:wid/:id`, async (request, reply) => {
      const { wid, id } = request.params as { wid: string; id: string }
      const query = (request.query as RawQuery).values
      const bytes = await places.boardThumbnail({ wid, kind, id, query })
      if (!bytes) return send(reply, getAnswer('not_found', {}))
      const etag = `"${id}"`
      reply.headers({ etag, 'cache-control': A_WEEK })
      // Compared after authorization: removed people must not learn that their copy is current.
      if (request.headers['if-none-match'] === etag) {
        bytes.destroy()
        return reply.code(304).send()
      }
      return reply.type(kind === 'picture' ? 'image/webp' : 'image/jpeg').send(bytes)
    })
  server.get('/api/template/:name', async (request, reply) => {
    const bytes = await places.templatePreview((request.params as { name: string }).name)
    if (!bytes) return send(reply, getAnswer('not_found', {}))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    reply.headers({ etag, 'cache-control': 'public, max-age=86400' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/webp').send(bytes)
  })
  server.get('/api/photo/builtin/:name', (request, reply) => {
    const id = /^([a-z]{1,20})\.svg$/.exec((request.params as { name: string }).name)?.[1]
    const svg = id ? places.builtInPhoto(id) : null
    if (!svg) return send(reply, getAnswer('not_found', {}))
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg)
  })
}
