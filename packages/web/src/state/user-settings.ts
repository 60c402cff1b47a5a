import { z } from 'zod'

/** What a person has set for all their devices; kept by the server as a JSON text. Fields of newer versions stay. */
export const UserSettings = z.looseObject({
  theme: z.enum(['light', 'dark', 'auto']).optional().catch(undefined),
  /** False: single-key shortcuts are off (accessibility). */
  letterKeys: z.boolean().optional().catch(undefined),
  /** Time zone for the daily digest; a name of the time zone database. */
  timeZone: z.string().optional().catch(undefined),
})
export type UserSettings = z.infer<typeof UserSettings>
