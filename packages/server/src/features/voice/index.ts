import { type Calls, voiceDefaults, VoiceSettings } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Handlers } from '../../context.ts'
import { randomId } from '../../ports/random/values.ts'
import type { VoiceEngine } from '../../ports/voice/port.ts'
import { getAccount, getPhotoUrl, getTime, listLiveSessions } from '../account/index.ts'
import { getAccountLimits, getRemainingVoice } from '../billing/index.ts'
import { enqueueLimitCheck } from '../notifications/index.ts'
import { getServerSettings } from '../server-settings/index.ts'
import { listAccess } from '../spaces/index.ts'
import { type OnMinutesUsed, VoiceLedger } from './voice-ledger.ts'
import { VoiceRooms } from './voice-rooms.ts'

export { cleanUpVoice } from './voice-ledger.ts'

/** Path of the voice socket on the same origin. */
export const VOICE_PATH = '/api/voice'
/** Retry interval for a full room. */
const FULL_RETRY_SECONDS = 30

const initialSettings: VoiceSettings = { ...voiceDefaults, noiseSuppression: true }

const getSettings = (stored: string | null): z.input<typeof VoiceSettings> =>
  stored === null ? initialSettings : VoiceSettings.parse(JSON.parse(stored))

/** Divides the limits of all plans and 80% of them. */
const LIMIT_CHECK_STEP_MS = 5 * 60_000
/** Minutes are enforced in whole seconds. */
const ROUNDING_MS = 500

/** Enqueues a plan limit check for every five minutes used. */
export const checkMinutes =
  (app: App): OnMinutesUsed =>
  async (tx, { wid, beforeMs, afterMs }) => {
    const steps = (usedMs: number) => Math.floor((usedMs + ROUNDING_MS) / LIMIT_CHECK_STEP_MS)
    if (steps(afterMs) > steps(beforeMs)) await enqueueLimitCheck(app, tx, { wid, of: 'voice' })
  }

/** Creates the voice rooms of this process. */
export const createVoiceRooms = (
  app: App,
  engine: VoiceEngine,
  onPeople: (wid: string) => void,
): VoiceRooms =>
  new VoiceRooms({
    ...{ engine, clock: app.clock, log: app.log, capacity: app.config.voice.roomSize, onPeople },
    newId: () => randomId(app.random),
    ledger: new VoiceLedger(app.db, app.clock, checkMinutes(app)),
    listAccess: (wid) => listAccess(app.db.sql, wid),
    isSessionLive: async (session) => (await listLiveSessions(app, [session])).has(session),
    voiceLeft: (owner) => getRemainingVoice(app, owner),
  })

const getOwner = async (app: App, wid: string): Promise<string> => {
  const query = app.db.sql.selectFrom('spaces').select('owner').where('wid', '=', wid)
  return (await query.executeTakeFirstOrThrow()).owner
}

export const space = {
  voiceSettings: async ({ app, actor }) => getSettings((await getAccount(app.db.sql, actor.uid)).voice),
  setVoiceSettings: ({ app, actor }, { body }) =>
    app.db.transaction(async (tx) => {
      const before = getSettings((await getAccount(tx, actor.uid)).voice)
      const given = Object.entries(body).filter(([, value]) => value !== undefined)
      const settings = VoiceSettings.parse({ ...before, ...Object.fromEntries(given) })
      await tx
        .updateTable('accounts')
        .set({ voice: JSON.stringify(settings) })
        .where('uid', '=', actor.uid)
        .execute()
      return settings
    }),
  async voiceToken(ctx) {
    const { app, actor, space } = ctx
    if (!(await getServerSettings(app.db.sql)).voice) return ctx.refuse('not_found')
    const owner = await getOwner(app, space.wid)
    const left = await getRemainingVoice(app, owner)
    const { voiceSecondsPerMonth: limit } = await getAccountLimits(app, app.db.sql, owner)
    if (left === 0) return ctx.refuse('limit_reached', { reason: 'minutes', limit, used: limit })
    const { name, photo } = await getAccount(app.db.sql, actor.uid)
    const ticket = await app.voice.issueTicket({
      ...{ wid: space.wid, uid: actor.uid, session: actor.sessionId },
      ...{ name, photo: getPhotoUrl(photo) },
    })
    if (ticket === 'off') return ctx.refuse('not_found')
    if (ticket === 'full')
      return ctx.refuse('too_many_requests', { reason: 'full', retryAfter: FULL_RETRY_SECONDS })
    const { token, url, kind, expiresAt } = ticket
    return { token, url, kind, iceServers: [...app.config.voice.iceServers], expiresAt: getTime(expiresAt) }
  },
  async voiceRemain({ app, space }) {
    return { remain: await getRemainingVoice(app, await getOwner(app, space.wid)) }
  },
} satisfies Partial<Handlers<Calls['space']>>
