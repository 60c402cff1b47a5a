import { lazyPart } from '../../../platform/lazy-part.tsx'

/** The dialog, loaded when it is first opened. */
export const ExportDialog = lazyPart(
  'export',
  async () => (await import('./export-dialog.tsx')).ExportDialog,
  'board',
)
