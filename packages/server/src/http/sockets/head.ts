import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Answers HEAD like GET without the body. Fastify itself would read a stream to its end; here it is
 * discarded unread. Must be registered before the routes.
 */
export function answerHead(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.method === 'GET') server.route({ ...route, method: 'HEAD', onSend: withoutBody })
  })
}

const getSize = (payload: unknown): number => (payload instanceof Uint8Array ? payload.byteLength : 0)

function withoutBody(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload: null) => void,
): void {
  // A streaming handler has set the length.
  if (payload instanceof Readable) payload.destroy()
  else if (reply.statusCode !== 304)
    reply.header(
      'content-length',
      typeof payload === 'string' ? Buffer.byteLength(payload) : getSize(payload),
    )
  done(null, null)
}
