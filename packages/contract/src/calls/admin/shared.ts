import { z } from 'zod'
import { Flag, int, text } from '../../wire.ts'

/** Cursor paging: `after` is `next` of the previous page. */
export const cursorPaging = {
  after: z.string().max(2_000).optional(),
  limit: int(1, 100).default(25),
}

/** Order of a list by time; without it each list has its own. */
export const timeOrder = { sort: z.enum(['time']).optional(), desc: Flag.optional() }

export const searchKey = text(0, 120).default('')

/** Second factor: six digits of the authenticator app, or a recovery code. */
export const Otp = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z -]{6,24}$/, 'is no code')
