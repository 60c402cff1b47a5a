import { z } from 'zod'
import { Id } from '../wire.ts'

/** Reason for reporting a board. */
export const ReportReason = z.enum(['illegal', 'harassment', 'phishing', 'spam', 'other'])
export type ReportReason = z.infer<typeof ReportReason>

/** A message of the operator, shown on every page. */
export const Announcement = z.object({ id: Id, text: z.string(), tone: z.enum(['info', 'warning']) })
export type Announcement = z.infer<typeof Announcement>
