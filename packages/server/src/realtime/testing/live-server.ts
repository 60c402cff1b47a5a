import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import type { Log } from '../../log.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { noMessages } from '../../ports/messages/port.ts'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { systemRandom } from '../../ports/random/system-random.ts'
import { hashSecret } from '../../secrets.ts'
import { type EngineName, type TestDatabase, testDatabase } from '../../testing/databases.ts'
import { accessRows } from './access-rows.ts'
import { attachRealtime, type Realtime } from '../attach.ts'
import { addAccount } from './space-rows.ts'

/** The live socket on a real web server and database, without the features around it. */
export interface LiveServer {
  readonly url: string
  readonly db: Database
  readonly realtime: Realtime
  /** What was logged, for tests that break something. */
  readonly errors: readonly string[]
  /** A fresh ticket of a new session; `session` can be ended. */
  ticket(uid: string): Promise<{ readonly ticket: string; readonly session: string }>
  /** Ends this server and begins another on the same database and port; `between` may change the database. */
  restart(between?: (db: Database) => Promise<void>): Promise<LiveServer>
  stop(): Promise<void>
}

export interface LiveServerOptions {
  readonly engine?: EngineName
  readonly clock?: Clock
  /** Other processes may use the database; PostgreSQL always can. */
  readonly isShared?: boolean
  /** Between the rooms and the database; lets tests break it. */
  readonly wrap?: (db: Database) => Database
}

/** Lifetimes of the tickets and sessions that it gives; ms. A session outlives every test's clock. */
const [ticketLifetime, sessionLifetime] = [30_000, 30 * 24 * 3_600_000]

export async function liveServer(options: LiveServerOptions = {}): Promise<LiveServer> {
  const place = await testDatabase(options.engine ?? 'sqlite', { isMigrated: true })
  return await listen(options, place)
}

async function listen(options: LiveServerOptions, place: TestDatabase, listenTo = 0): Promise<LiveServer> {
  const clock = options.clock ?? systemClock
  const errors: string[] = []
  const note = (message: string): void => void errors.push(message)
  const opened = await openDatabase({
    ...place,
    clock: systemClock,
    onFatal: (error) => note(error.message),
    onError: () => undefined,
  })
  const db = options.wrap?.(opened) ?? opened
  const log: Log = {
    debug: () => undefined,
    // Every close of a socket is logged; only what is above that is a failure.
    info: () => undefined,
    warn: note,
    error: (message, fields) => note(`${message} ${String(fields?.error)}`),
  }
  const server = createServer((_request, response) => response.end())
  const access = accessRows({ db: opened, clock, getPhotoUrl: (photo) => photo })
  const alone = place.url === null && options.isShared !== true
  const realtime = await attachRealtime({
    server,
    path: '/api/live',
    voice: null,
    voicePeople: () => [],
    db,
    clock,
    random: systemRandom,
    log,
    access,
    alone,
    nodeName: null,
    secretCheck: '',
    forwardKey: Buffer.alloc(32),
    messages: noMessages,
    canOpen: () => true,
    onOpened: () => undefined,
    onChanged: () => undefined,
    onSuggestions: () => undefined,
    onAppended: () => undefined,
    onCheckpoint: () => undefined,
  })
  await new Promise<void>((resolve) => server.listen(listenTo, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let count = 0
  const end = async (): Promise<void> => {
    await realtime.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await opened.close()
  }
  return {
    url: `ws://127.0.0.1:${port}/api/live`,
    db: opened,
    realtime,
    errors,
    async ticket(uid) {
      await addAccount(opened, uid)
      count += 1
      const now = clock.now()
      const session = `s-${uid}-${count}-${now}`
      const ticket = `ticket-${session}`
      await opened.sql
        .insertInto('sessions')
        .values({
          id: session,
          uid,
          token_hash: session,
          kind: 'browser',
          agent: '',
          keep_ms: 1,
          created_at: 1,
          active_at: 1,
          expires_at: now + sessionLifetime,
        })
        .execute()
      await opened.sql
        .insertInto('live_tickets')
        .values({ hash: hashSecret(ticket), uid, session_id: session, expires_at: now + ticketLifetime })
        .execute()
      return { ticket, session }
    },
    async restart(between) {
      await end()
      if (between) {
        const closed = await openDatabase({
          ...place,
          clock,
          onFatal: () => undefined,
          onError: () => undefined,
        })
        await between(closed)
        await closed.close()
      }
      return await listen(options, place, port)
    },
    async stop() {
      await end()
      await place.dispose()
    },
  }
}
