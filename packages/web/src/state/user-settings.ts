import { z } from 'zod'

/** What a person has set for all their devices; kept by the server as a JSON text. Fields of newer versions stay. */
export const UserSettings = z.looseObject({
  theme: z.enum(['light', 'dark', 'auto']).optional().catch(undefined),
  /** False: single letters are no shortcuts (accessibility). */
  letterKeys: z.boolean().optional().catch(undefined),
  /** Where it is morning when the daily letter comes; a name of the time zone database. */
  timeZone: z.string().optional().catch(undefined),
})
export type UserSettings = z.infer<typeof UserSettings>
