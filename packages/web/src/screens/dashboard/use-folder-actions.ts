import type { Folder } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useChangeFolders, addFolder, moveToFolder, removeFolder } from '../../features/spaces/index.ts'
import type { RunAttempt } from '../../features/spaces/index.ts'
import { toasts } from '../../platform/toast.ts'

export interface FolderActions {
  /** Opens the name dialog for a folder, or for a new one. */
  openNameDialog(folder: Folder | null): void
  move(wids: readonly string[], folderId: string): void
  remove(folder: Folder): void
}

interface FolderActionOptions {
  attempt: RunAttempt
  openNameDialog: FolderActions['openNameDialog']
  /** Called after a folder was removed. */
  onRemoved(id: string): void
}

export function useFolderActions({ attempt, openNameDialog, onRemoved }: FolderActionOptions): FolderActions {
  const { t } = useTranslation('dashboard')
  const { mutateAsync } = useChangeFolders()
  return {
    openNameDialog,
    move: (wids, folderId) => attempt(() => mutateAsync((list) => moveToFolder(list, wids, folderId))),
    remove(folder) {
      attempt(async () => {
        await mutateAsync((list) => removeFolder(list, folder.id))
        onRemoved(folder.id)
        toasts.note(t('folder.removed', { name: folder.name }), {
          label: t('undo'),
          run: () => attempt(() => mutateAsync((list) => addFolder(list, folder.name, folder.wids))),
        })
      })
    },
  }
}
