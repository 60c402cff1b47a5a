import type { FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { takesWrites } from '../db/migrate.ts'

/** `/healthz`: the process answers. `/readyz`: database and storage take writes; red while they do not. */
export function health(server: FastifyInstance, app: App): void {
  server.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const [database, storage] = await Promise.all([
      takesWrites(app.db, app.clock.now()),
      app.files.check().then(
        () => true,
        () => false,
      ),
    ])
    const ok = database && storage
    return reply
      .header('cache-control', 'no-store')
      .code(ok ? 200 : 503)
      .send({ ok, database, storage })
  })
}
