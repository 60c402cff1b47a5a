import { type Client, createClient, type OutgoingCall } from '@tavla/contract'
import { allCalls, type AllCalls } from '@tavla/contract/admin'
import { sql as raw } from 'kysely'
import { readConfig } from '../config.ts'
import type { App } from '../context.ts'
import type { PostgresTimeouts } from '../db/postgres-silence.ts'
import { cleanups } from '../features.ts'
import { createLog } from '../log.ts'
import { type ManualClock, manualClock } from '../ports/clock/manual.ts'
import { systemRandom } from '../ports/random/system-random.ts'
import { startServer } from '../start.ts'
import { type EngineName, type TestDatabase, testDatabase } from './databases.ts'
import type { LocalMail } from '../ports/mail/local-inbox.ts'

/** The cheapest Argon2id there is: tests sign in often. */
const CHEAP = { memory: 8, passes: 1 }

/** A real server on a free port with an empty database of its own and a clock that stands still. */
export interface TestServer {
  readonly url: string
  readonly app: App
  readonly clock: ManualClock
  /** Lines of the log, for tests that look for what must not be in it. */
  readonly log: readonly string[]
  /** A client that sends this token, or none. */
  as(token: string | null): Client<AllCalls>
  /** Emails so far, newest first; runs enqueued jobs first. */
  emails(): Promise<readonly LocalMail[]>
  settle(): Promise<void>
  /** Takes away what is past its time, as the hourly round does. */
  cleanup(): Promise<void>
  /** Sets or asks something of SQLite's writer, such as how many pages it may have. */
  pragma(statement: string): Promise<number>
  /** Ends the process that forwards sound, as a crash would. */
  killVoice(): void
  stop(): Promise<void>
}

export interface TestServerOptions {
  readonly engine?: EngineName
  /** An existing database; its maker disposes of it. */
  readonly place?: TestDatabase
  readonly env?: Readonly<Record<string, string>>
  /** Another way to the database, such as through a proxy. */
  readonly through?: (url: string) => Promise<string>
  readonly databaseTimeouts?: PostgresTimeouts
}

export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const place = options.place ?? (await testDatabase(options.engine ?? 'sqlite', { isMigrated: true }))
  const url = place.url && options.through ? await options.through(place.url) : place.url
  const config = readConfig({
    ...options.env,
    PORT: '0',
    DATA_DIR: place.directory,
    ...(url ? { DATABASE_URL: url } : {}),
  })
  const clock = manualClock()
  const log: string[] = []
  const running = await startServer(config, {
    clock,
    random: systemRandom,
    log: createLog(clock, 'debug', (line) => void log.push(line)),
    passwordCost: CHEAP,
    ...(options.databaseTimeouts ? { databaseTimeouts: options.databaseTimeouts } : {}),
    poll: false,
    onFatal: (error) => void log.push(`fatal ${error.message}`),
  })
  const { listensAt, app, inbox } = running
  return {
    url: listensAt,
    app,
    clock,
    log,
    as: (token) => createClient(allCalls, (outgoing) => sendCall(listensAt, token, outgoing)),
    async emails() {
      await running.settle()
      return inbox ? inbox.list() : []
    },
    settle: () => running.settle(),
    async cleanup() {
      for (const cleanup of cleanups) await cleanup(app)
    },
    async pragma(statement) {
      const { rows } = await raw<Record<string, number>>`pragma ${raw.raw(statement)}`.execute(app.db.sql)
      return Object.values(rows[0] ?? {})[0] ?? 0
    },
    killVoice() {
      const pid = running.voicePid()
      if (pid === null) throw new Error('No process forwards sound')
      process.kill(pid, 'SIGKILL')
    },
    async stop() {
      await running.stop()
      if (!options.place) await place.dispose()
    },
  }
}

/** Sends a call as the web does; answers the parsed body whatever the HTTP status. */
export async function sendCall(
  url: string,
  token: string | null,
  outgoing: OutgoingCall,
  more: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { call, url: address, body, file } = outgoing
  const headers = new Headers(more)
  const sent = outgoing.token ?? token
  if (sent !== null) headers.set('token', sent)
  let payload: FormData | string | null = null
  if (file) {
    const form = new FormData()
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
      if (value !== undefined) form.set(name, String(value))
    form.set('file', new Blob([await file.arrayBuffer()], { type: file.type }), file.name ?? 'file')
    payload = form
  } else if (body !== null) {
    headers.set('content-type', 'application/json')
    payload = JSON.stringify(body)
  }
  const answer = await fetch(`${url}${address}`, {
    method: call.method,
    headers,
    body: payload,
    redirect: 'manual',
  })
  return answer.json()
}
