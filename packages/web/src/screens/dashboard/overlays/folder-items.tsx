import { Menu } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import type { Folder } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { MenuOverlay } from '../../../ui/overlays/loaded/menu-overlay.tsx'
import type { FolderActions } from '../use-folder-actions.ts'

/** Actions on a folder. */
export function FolderItems({ folder, actions }: { folder: Folder; actions: FolderActions }) {
  const { t } = useTranslation('dashboard')
  return (
    <MenuOverlay position="bottom-start">
      <Menu.Item
        leftSection={<IconPencil size={18} stroke={1.5} />}
        onClick={() => actions.openNameDialog(folder)}
      >
        {t('menu.rename')}
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={18} stroke={1.5} />} onClick={() => actions.remove(folder)}>
        {t('folder.remove')}
      </Menu.Item>
    </MenuOverlay>
  )
}
