export { ReportDialog } from './report-dialog.tsx'
export { FeedbackDialog } from './feedback-dialog.tsx'
