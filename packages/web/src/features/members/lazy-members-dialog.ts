import { lazyPart } from '../../platform/lazy-part.tsx'

/** Loaded when it is first opened: most visits never open it. */
export const MembersDialog = lazyPart(
  'members',
  async () => (await import('./members-dialog.tsx')).MembersDialog,
  'members',
)
