import { lazyPart } from '../../../platform/lazy-part.tsx'

/** Loaded when files were chosen: the dashboard works without the board's code. */
export const ReadFilesDialog = lazyPart(
  'read-files',
  async () => (await import('./read-files-dialog.tsx')).ReadFilesDialog,
  'board',
)
