import type { Jobs } from '../../jobs/worker.ts'
import { checkLimit } from './limit-near.ts'
import { collect, collectDaily, emailDigest } from './mail.ts'

export const notificationJobs: Jobs = {
  'notices.collect': collect,
  'notices.digest': collectDaily,
  'notices.mail': emailDigest,
  'notices.limit': checkLimit,
}
