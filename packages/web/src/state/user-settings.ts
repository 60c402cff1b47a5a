import { z } from 'zod'

/**
 * Settings of a person on all devices; the server stores them as JSON text. Unknown fields of newer versions are
 * kept.
 */
export const UserSettings = z.looseObject({
  theme: z.enum(['light', 'dark', 'auto']).optional().catch(undefined),
  /** False turns single-key shortcuts off (accessibility). */
  letterKeys: z.boolean().optional().catch(undefined),
  /** False keeps single keys shortcuts while an element is selected, instead of typing into it. */
  typeToEdit: z.boolean().optional().catch(undefined),
  /** True sends numbers about slow minutes of boards to the server's administrators. */
  slowReports: z.boolean().optional().catch(undefined),
  /** Time zone of the daily digest; a name of the time zone database. */
  timeZone: z.string().optional().catch(undefined),
})
export type UserSettings = z.infer<typeof UserSettings>
