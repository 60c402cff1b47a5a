import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

/** Loaded when it opens for the first time. */
export const FeedbackDialog = lazyDialog(
  lazyCode('feedback-dialog', async () => (await import('./feedback-dialog.tsx')).FeedbackDialog),
)
