export { ReportDialog } from './report-dialog.tsx'
export { FeedbackDialog } from './lazy-feedback-dialog.ts'
