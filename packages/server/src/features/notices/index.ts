export { announce } from './announce.ts'
export { user } from './handlers.ts'
export { addNotices } from './rows.ts'
export type { NoticeDraft, NoticePlace } from './rows.ts'
