import { z } from 'zod'

/** What the client reads from `data` of any refusal; missing or invalid values are null. */
export const RefusalFacts = z
  .object({
    reason: z.string().nullable().default(null).catch(null),
    /** Seconds. */
    retryAfter: z.number().nonnegative().nullable().default(null).catch(null),
    /** For 4042 and 4052: limit and usage of the plan. */
    limit: z.number().nullable().default(null).catch(null),
    used: z.number().nullable().default(null).catch(null),
    fields: z.record(z.string(), z.string()).default({}).catch({}),
    /** For 4010: proves, with a login, that a social account belongs to this one. */
    link: z.string().nullable().default(null).catch(null),
  })
  .catch({ reason: null, retryAfter: null, limit: null, used: null, fields: {}, link: null })
export type RefusalFacts = z.infer<typeof RefusalFacts>
