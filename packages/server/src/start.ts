import { recoverFromRestore } from './backup/unfinished.ts'
import type { Config } from './config.ts'
import type { App } from './context.ts'
import { StartRefused } from './db/database-errors.ts'
import { claimNodeName } from './db/node-name.ts'
import { openDatabase } from './db/open.ts'
import type { PostgresTimeouts } from './db/postgres-silence.ts'
import { createDrawings } from './drawing/drawings.ts'
import { guards, handlers, jobs, liveAccess, places, cleanups } from './features.ts'
import { fillSearchKeys } from './features/account/index.ts'
import { boardChanged, prepareSearch, suggestionsChanged } from './features/boards/index.ts'
import { LIVE_PATH } from './features/live/index.ts'
import { noteOpened } from './features/spaces/index.ts'
import { createVoiceRooms, VOICE_PATH } from './features/voice/index.ts'
import { readStoredFigures, registerMetrics, scheduleBackups } from './features/administration/index.ts'
import { Figures, type LiveFigures } from './figures.ts'
import { httpLimits } from './http/http-limits.ts'
import { listen } from './http/sockets/listening.ts'
import { createServer } from './http/server.ts'
import { startWorker } from './jobs/worker.ts'
import type { Log } from './log.ts'
import { Metrics } from './metrics.ts'
import { throttleOutages } from './outage-log.ts'
import { createPasswords, type PasswordCost, usualCost } from './passwords.ts'
import { noBoards } from './ports/boards/port.ts'
import type { Clock } from './ports/clock/port.ts'
import { systemClock } from './ports/clock/system-clock.ts'
import { createFiles } from './ports/files/create.ts'
import { type LocalInbox, localInbox } from './ports/mail/local-inbox.ts'
import { mailOff } from './ports/mail/off.ts'
import type { MailPort } from './ports/mail/port.ts'
import { openMessages } from './ports/messages/open-messages.ts'
import { type NodeMessages, noMessages } from './ports/messages/port.ts'
import { createPayments } from './ports/payments/create.ts'
import { type Push, silentPush } from './ports/push/port.ts'
import { sharePush } from './ports/push/shared-push.ts'
import type { Random } from './ports/random/port.ts'
import { webPages } from './ports/pages/web-pages.ts'
import { socialPorts } from './ports/social/create.ts'
import { createLocalProvider } from './ports/social/local-provider.ts'
import { openTracing } from './ports/tracing/open-tracing.ts'
import { noTracing, type Tracing } from './ports/tracing/port.ts'
import { createVoiceEngine } from './ports/voice/create.ts'
import { voiceOff } from './ports/voice/port.ts'
import { memoryRateLimiter } from './rate-limits/memory.ts'
import { sharedRateLimiter } from './rate-limits/shared.ts'
import { storedRateLimiter } from './rate-limits/stored.ts'
import { WorkQueues } from './rate-limits/work-queues.ts'
import { attachRealtime } from './realtime/attach.ts'
import { isUpgradeTo } from './realtime/socket/gateway.ts'
import { getInternalUrl } from './internal-url.ts'
import { createCipher, loadSecret } from './secrets.ts'

/** Dependencies that tests replace; `main.ts` passes the real ones. */
export interface ImportContext {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly passwordCost?: PasswordCost
  readonly databaseTimeouts?: PostgresTimeouts
  /** False: jobs run only when `settle` is called. */
  readonly poll?: boolean
  readonly onFatal: (error: Error) => void
}

/** A running server. */
export interface Running {
  readonly app: App
  /** The public URL. */
  readonly url: string
  /** The address it listens on, which differs behind a proxy. */
  readonly listensAt: string
  readonly inbox: LocalInbox | null
  /** Process id of the voice forwarder, if it runs; for tests. */
  voicePid(): number | null
  /** Runs all due jobs. */
  settle(): Promise<void>
  /** Accepts nothing new, ends what runs, and closes the database. */
  stop(): Promise<void>
}

/**
 * Assembles a server and starts listening. Throws `StartRefused` with an explanation when something
 * prevents it.
 */
export async function startServer(config: Config, around: ImportContext): Promise<Running> {
  const { random } = around
  const log = throttleOutages(around.log, systemClock)
  await recoverFromRestore(config.dataDir)
  // Traces take real time, whatever a test's clock says.
  const tracing = await openTracing(config, { clock: systemClock, log })
  const db = await openConfiguredDatabase(config, { ...around, tracing }, log)
  // An embedded database locks the folder itself.
  const node = config.databaseUrl === null ? null : claimNodeName(config.dataDir, random)
  // Other processes have another clock than a test.
  const messages = await openMessages(config, { db, clock: systemClock, random, log })
  const { app, inbox, standIn } = await createApp(config, around, { db, log, messages, tracing })
  const engine = await createVoiceEngine(config, { random, log, path: VOICE_PATH })
  const server = await createServer(app, {
    guards: guards(app),
    handlers,
    places: places(app),
    inbox,
    standIn,
    isUpgrade: (request) =>
      isUpgradeTo(LIVE_PATH, request) || (engine !== null && isUpgradeTo(VOICE_PATH, request)),
  })
  const voice = engine && createVoiceRooms(app, engine, (wid) => realtime.voiceChanged(wid))
  if (voice) app.voice = voice
  const realtime = await attachRealtime({
    server: server.server,
    path: LIVE_PATH,
    voice: voice && { path: VOICE_PATH, host: voice },
    voicePeople: (wid) => app.voice.people(wid),
    db,
    clock: systemClock,
    random,
    log,
    access: liveAccess(app),
    alone: config.databaseUrl === null,
    nodeName: node?.name ?? null,
    messages,
    secretCheck: app.cipher.token('n', 'comparison of secrets', ''),
    forwardKey: app.cipher.derive('pages that are forwarded', ''),
    onOpened: (wid, uid) => void noteOpened(app, wid, uid),
    onChanged: (wid) => boardChanged(app, wid),
    onSuggestions: (wid, events) => suggestionsChanged(app, wid, events),
    onAppended: (ms) => app.metrics.journalCommitted(ms),
    onCheckpoint: (ms) => app.metrics.checkpointStored(ms),
    canOpen: (origin, request) => isOwnOrigin(config, origin, request.headers.host),
  })
  app.push = sharePush(voice ? alsoVoice(realtime.push, voice) : realtime.push, messages)
  app.boards = realtime.boards
  await prepareSearch(app)
  await fillSearchKeys(app.db)
  startMeasuring(app, realtime.figures)
  const listening = await listen(server, config).catch(async (error: unknown) => {
    await voice?.close()
    await realtime.close()
    await messages.close()
    await db.close()
    node?.release()
    throw cannotListen(config, error)
  })
  const { url } = listening
  if (!config.publicUrl) app.origin = url
  if (config.databaseUrl !== null) await realtime.setUrl(config.internalUrl ?? getInternalUrl(config, url))
  await scheduleBackups(app)
  const worker = startWorker(app, jobs, cleanups, { poll: around.poll ?? true })
  app.readiness = { worker: () => worker.isAlive(), lease: realtime.isLeaseHeld }
  return {
    app,
    url: app.origin,
    listensAt: url,
    inbox,
    voicePid: () => engine?.pid ?? null,
    settle: () => worker.settle(),
    async stop() {
      // First: previews are drawn by the others while this process has its boards to give away.
      const jobsEnded = worker.stop()
      await voice?.close()
      app.figures.stop()
      await realtime.close()
      // Slow clients must not prevent a server from stopping.
      const cancel = systemClock.after(httpLimits.stopWithin, () => server.server.closeAllConnections())
      await listening.close()
      cancel()
      await jobsEnded
      await app.drawings.close()
      await messages.close()
      await db.close()
      node?.release()
      await tracing.close()
    },
  }
}

/** The services of a server that does not listen yet. */
export async function createApp(
  config: Config,
  { clock, random, passwordCost = usualCost }: Pick<ImportContext, 'clock' | 'random' | 'passwordCost'>,
  {
    db,
    log,
    messages = noMessages,
    tracing = noTracing,
  }: Pick<App, 'db' | 'log'> & { readonly messages?: NodeMessages; readonly tracing?: Tracing },
) {
  const inbox = config.local && !config.smtpUrl ? localInbox(db, clock, random) : null
  const standIn = config.local ? createLocalProvider(clock, random) : null
  const cipher = createCipher(loadSecret(config.secret, config.dataDir, random))
  const secret = cipher.token('whsec', 'payments sandbox', '')
  const measurements = createMeasurements()
  const app: App = {
    config,
    db,
    clock,
    random,
    log,
    ...measurements,
    tracing,
    readiness: { worker: () => false, lease: () => false },
    rateLimits: {
      memory:
        config.databaseUrl === null
          ? memoryRateLimiter(clock)
          : sharedRateLimiter({ clock, messages, timer: systemClock }),
      stored: storedRateLimiter(db, clock),
      // Work takes real time, whatever a test's clock says.
      turns: new WorkQueues(systemClock),
    },
    cipher,
    passwords: createPasswords(random, passwordCost),
    mail: countEmails(inbox ?? (await outgoingMail(config)), measurements.metrics),
    files: await createFiles(config),
    pages: config.linkPreviews ? webPages() : null,
    payments: await createPayments({ config, db, clock, random, secret }),
    // Providers use the real time, whatever a test's clock says.
    social: await socialPorts(config, systemClock, standIn),
    drawings: createDrawings({ clock: systemClock }),
    push: silentPush,
    boards: noBoards,
    voice: voiceOff,
    origin: config.publicUrl ?? '',
  }
  return { app, inbox, standIn }
}

/** What runs is measured in real time whatever a test's clock says. */
function createMeasurements(): Pick<App, 'figures' | 'metrics'> {
  const figures = new Figures(systemClock)
  return { figures, metrics: new Metrics(figures, systemClock) }
}

function startMeasuring(app: App, live: () => LiveFigures): void {
  app.figures.start({ live, readStored: () => readStoredFigures(app) })
  registerMetrics(app)
  if (app.config.metricsToken !== null) app.metrics.observeProcess()
}

/** Its timers guard transactions, which run in real time, whatever a test's clock says. */
function openConfiguredDatabase(
  config: Config,
  { onFatal, databaseTimeouts, tracing }: ImportContext & { readonly tracing: Tracing },
  log: ImportContext['log'],
): ReturnType<typeof openDatabase> {
  return openDatabase({
    url: config.databaseUrl,
    directory: config.dataDir,
    clock: systemClock,
    tracing,
    onFatal,
    onError: (error) => log.warn('a database connection was lost', { error }),
    onAway: (error) => log.error('the database does not answer', { error }),
    onBack: () => log.info('the database answers again'),
    ...(databaseTimeouts ? { timeouts: databaseTimeouts } : {}),
  })
}

/** Losing access or a session also ends the voice connection. */
const alsoVoice = (push: Push, voice: Pick<Push, 'accessChanged' | 'sessionsEnded'>): Push => ({
  ...push,
  accessChanged(wid) {
    push.accessChanged(wid)
    voice.accessChanged(wid)
  },
  sessionsEnded(sessions) {
    push.sessionsEnded(sessions)
    voice.sessionsEnded(sessions)
  },
})

/** SMTP code is loaded only by servers that send emails. */
async function outgoingMail({ smtpUrl, mailFrom }: Config): Promise<MailPort> {
  if (!smtpUrl) return mailOff
  const { smtpMail } = await import('./ports/mail/smtp.ts')
  return smtpMail(smtpUrl, mailFrom)
}

const countEmails = (mail: MailPort, metrics: Metrics): MailPort => ({
  on: mail.on,
  async send(email) {
    try {
      await mail.send(email)
    } catch (error) {
      metrics.countEmail('failed')
      throw error
    }
    metrics.countEmail('sent')
  },
})

/** Explains why the server cannot listen. */
function cannotListen({ host, port }: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartRefused(
      `Something else is already listening on ${host}:${port}. Stop it, or set PORT to another number.`,
    )
  if (code === 'EACCES')
    return new StartRefused(`Port ${port} may not be used by this account. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefused(`HOST ${host} is no address of this machine.`)
  return error
}

/** Whether an origin is the public URL's, or that of the host in the request. */
function isOwnOrigin(config: Config, origin: string, host: string | undefined): boolean {
  if (config.publicUrl) return origin === config.publicUrl
  return URL.canParse(origin) && new URL(origin).host === host
}
