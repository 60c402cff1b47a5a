import type { FastifyInstance } from 'fastify'
import { answerOf, send } from './errors.ts'
import type { Places } from './places.ts'

const FOR_EVER = 'private, max-age=31536000, immutable'

/** Photos of people and spaces. Their ids are not guessable, and a new photo has a new one. */
export function servePhotos(server: FastifyInstance, places: Places): void {
  server.get('/api/photo/:name', async (request, reply) => {
    const id = /^([a-z0-9]{20})\.jpeg$/.exec((request.params as { name: string }).name)?.[1]
    const bytes = id ? await places.photo(id) : null
    if (!bytes) return send(reply, answerOf('not_found', {}))
    return reply.header('cache-control', FOR_EVER).type('image/jpeg').send(bytes)
  })
  server.get('/api/photo/builtin/:name', (request, reply) => {
    const id = /^([a-z]{1,20})\.svg$/.exec((request.params as { name: string }).name)?.[1]
    const svg = id ? places.builtInPhoto(id) : null
    if (!svg) return send(reply, answerOf('not_found', {}))
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg)
  })
}
