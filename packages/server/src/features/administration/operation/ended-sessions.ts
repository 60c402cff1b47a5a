import { z } from 'zod'
import type { App } from '../../../context.ts'
import { enqueue } from '../../../db/jobs.ts'
import type { Job } from '../../../jobs/worker.ts'
import { randomId } from '../../../ports/random/values.ts'

const Payload = z.object({ sessions: z.array(z.string()) })

/** The command line is another process than the server that holds the sockets: a job carries the ended sessions there. */
export async function enqueueEndedSessions(app: App, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return
  const key = `administration.sessions-ended:${randomId(app.random)}`
  const payload: z.input<typeof Payload> = { sessions: [...sessions] }
  await app.db.transaction((tx) =>
    enqueue(tx, app.random, {
      kind: 'administration.sessions-ended',
      key,
      payload,
      runAt: app.clock.now(),
    }),
  )
}

export const closeEndedSessions: Job = (app, payload) => {
  app.push.sessionsEnded(Payload.parse(payload).sessions)
  return Promise.resolve()
}
