import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** `/metrics` for Prometheus, for requests with `METRICS_TOKEN` as bearer token; 404 without that setting. */
export function serveMetrics(server: FastifyInstance, { config, metrics }: App): void {
  const { metricsToken } = config
  if (metricsToken === null) return
  const expected = hash(`Bearer ${metricsToken}`)
  server.get('/metrics', async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store')
    // Hashes have one length, so the comparison takes the same time whatever was sent.
    if (!timingSafeEqual(hash(headers.authorization ?? ''), expected))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain; charset=utf-8')
        .send('Send METRICS_TOKEN as bearer token.\n')
    return reply.type(metrics.contentType).send(await metrics.render())
  })
}
