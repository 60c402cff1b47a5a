import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'

const loadSpaceDialogs = () => import('./space-dialogs.tsx')
const loadFolderDialogs = () => import('./folder-dialogs.tsx')

export const RenameDialog = lazyDialog(
  lazyCode('rename-dialog', async () => (await loadSpaceDialogs()).RenameDialog, 'dashboard'),
)
export const LeaveDialog = lazyDialog(
  lazyCode('leave-dialog', async () => (await loadSpaceDialogs()).LeaveDialog, 'dashboard'),
)
export const DeleteDialog = lazyDialog(
  lazyCode('delete-dialog', async () => (await loadSpaceDialogs()).DeleteDialog, 'dashboard'),
)
export const FolderDialog = lazyDialog(
  lazyCode('folder-dialog', async () => (await loadFolderDialogs()).FolderDialog, 'dashboard'),
)
export const MoveDialog = lazyDialog(
  lazyCode('move-dialog', async () => (await loadFolderDialogs()).MoveDialog, 'dashboard'),
)
