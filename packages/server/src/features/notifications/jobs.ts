import type { Jobs } from '../../jobs/worker.ts'
import { checkLimit } from './limit-near.ts'
import { collectUnread, collectDaily, emailDigest } from './mail.ts'

export const notificationJobs: Jobs = {
  'notices.collect': collectUnread,
  'notices.digest': collectDaily,
  'notices.mail': emailDigest,
  'notices.limit': checkLimit,
}
