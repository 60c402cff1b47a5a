import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { takesWrites } from '../../db/migrate.ts'

const ANSWER_MS = 2_000

const timeUp = ({ clock }: App): Promise<false> =>
  new Promise((resolve) => clock.after(ANSWER_MS, () => resolve(false)))

/**
 * `/healthz`: the process answers. `/readyz`: it can serve people: database and storage take writes, the worker looks
 * for jobs, and boards can be opened because the process holds its lease. 503 while one of them is false.
 */
export function health(server: FastifyInstance, app: App): void {
  server.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const [database, storage] = await Promise.all([
      // A database that does not respond within the time limit is not ready.
      Promise.race([takesWrites(app.db, app.clock.now()), timeUp(app)]),
      app.files.check().then(
        () => true,
        () => false,
      ),
    ])
    const [worker, lease] = [app.readiness.worker(), app.readiness.lease()]
    const ok = database && storage && worker && lease
    return reply
      .header('cache-control', 'no-store')
      .code(ok ? 200 : 503)
      .send({ ok, database, storage, worker, lease })
  })
}
