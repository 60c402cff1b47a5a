import { lazyPart } from '../../platform/lazy-part.tsx'

/** The dialog with invitations and members, loaded when it is first opened: most visits never do. */
export const MembersDialog = lazyPart(
  'members',
  async () => (await import('./members-dialog.tsx')).MembersDialog,
  'members',
)
