import { type Calls, voiceDefaults, VoiceSettings } from '@tavla/contract'
import type { z } from 'zod'
import type { Handlers } from '../../context.ts'
import { allowed } from '../billing/index.ts'
import { getAccount } from '../account/index.ts'

const AT_FIRST: VoiceSettings = { ...voiceDefaults, noiseSuppression: true }

const getSettings = (stored: string | null): z.input<typeof VoiceSettings> =>
  stored === null ? AT_FIRST : VoiceSettings.parse(JSON.parse(stored))

/** One's settings are kept already; the rooms themselves come later, so there is no token to give. */
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
  voiceToken: async (ctx) => ctx.refuse('not_found'),
  async voiceRemain({ app, space: { wid } }) {
    const { owner } = await app.db.sql
      .selectFrom('spaces')
      .select('owner')
      .where('wid', '=', wid)
      .executeTakeFirstOrThrow()
    return { remain: (await allowed(app, app.db.sql, owner)).voiceSecondsPerMonth }
  },
} satisfies Handlers<
  Pick<Calls['space'], 'voiceSettings' | 'setVoiceSettings' | 'voiceToken' | 'voiceRemain'>
>
