import type { Jobs } from '../../jobs/worker.ts'
import { checkLimit } from './limit-near.ts'
import { collect, collectDaily, mailNews } from './mail.ts'

export const noticeJobs: Jobs = {
  'notices.collect': collect,
  'notices.digest': collectDaily,
  'notices.mail': mailNews,
  'notices.limit': checkLimit,
}
