import type { FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { photoKey } from '../features/account/index.ts'
import { drawBuiltIn } from '../features/spaces/index.ts'
import { answerOf, send } from './errors.ts'

const FOR_EVER = 'private, max-age=31536000, immutable'

/** Photos of people and spaces. Their ids are not guessable, and a new photo has a new one. */
export function servePhotos(server: FastifyInstance, app: App): void {
  server.get('/api/photo/:name', async (request, reply) => {
    const id = /^([a-z0-9]{20})\.jpeg$/.exec((request.params as { name: string }).name)?.[1]
    const bytes = id ? await app.files.read(photoKey(id)) : null
    if (!bytes) return send(reply, answerOf('not_found', {}))
    return reply.header('cache-control', FOR_EVER).type('image/jpeg').send(bytes)
  })
  server.get('/api/photo/builtin/:name', (request, reply) => {
    const id = /^([a-z]{1,20})\.svg$/.exec((request.params as { name: string }).name)?.[1]
    const svg = id ? drawBuiltIn(id) : null
    if (!svg) return send(reply, answerOf('not_found', {}))
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg)
  })
}
