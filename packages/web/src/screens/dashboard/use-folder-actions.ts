import type { Folder } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useChangeFolders, withAdded, withMoved, withoutFolder } from '../../features/spaces/index.ts'
import type { Attempt } from '../../features/spaces/index.ts'
import { toasts } from '../../platform/toast.ts'

export interface FolderActions {
  /** Asks for a name, of a new folder where there is none yet. */
  name(folder: Folder | null): void
  move(wids: readonly string[], to: string): void
  remove(folder: Folder): void
}

interface Deps {
  attempt: Attempt
  name: FolderActions['name']
  /** The folder that was open is gone. */
  onRemoved(id: string): void
}

export function useFolderActions({ attempt, name, onRemoved }: Deps): FolderActions {
  const { t } = useTranslation('dashboard')
  const { mutateAsync } = useChangeFolders()
  return {
    name,
    move: (wids, to) => attempt(() => mutateAsync((list) => withMoved(list, wids, to))),
    remove(folder) {
      attempt(async () => {
        await mutateAsync((list) => withoutFolder(list, folder.id))
        onRemoved(folder.id)
        toasts.note(t('folder.removed', { name: folder.name }), {
          label: t('undo'),
          run: () => attempt(() => mutateAsync((list) => withAdded(list, folder.name, folder.wids))),
        })
      })
    },
  }
}
