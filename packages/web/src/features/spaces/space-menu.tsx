import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconDoorExit,
  IconPencil,
  IconTrash,
  IconTrashX,
  IconUsers,
} from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { cutText } from '../../platform/format.ts'
import { toasts } from '../../platform/toast.ts'
import { session } from '../../state/index.ts'
import { useDuplicateSpace, useRestoreSpace, useTrashSpace } from './queries.ts'

const longestName = 80

/** Which dialog a space's menu opens. */
export type SpaceDialog = 'rename' | 'members' | 'leave' | 'delete'

/** Does something, and says where one is when it failed, with a way to try again. */
export type Attempt = (act: () => Promise<unknown>) => void

interface SpaceMenuProps {
  space: Space
  onOpen(dialog: SpaceDialog): void
  attempt: Attempt
}

/** What can be done with a space. Acts that a role does not allow are left out; the server is the judge. */
export function SpaceMenu({ space, onOpen, attempt }: SpaceMenuProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Menu position="bottom-end" width={256}>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.of', { name: space.name })}>
          <IconDots size={20} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {space.trashedAt === null ? (
          <LivingActs space={space} onOpen={onOpen} attempt={attempt} />
        ) : (
          <TrashedActs space={space} onOpen={onOpen} attempt={attempt} />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function LivingActs({ space, onOpen, attempt }: SpaceMenuProps) {
  const { t } = useTranslation('dashboard')
  const duplicate = useDuplicateSpace()
  const trash = useTrashSpace()
  const restore = useRestoreSpace()
  const isAdmin = isAtLeast(space.role, 'admin')
  const copyName = t('copyOf', { name: space.name })
  const isGuest = session.userInfo.value?.kind === 'guest'

  const toTrash = async () => {
    await trash.mutateAsync(space.wid)
    toasts.note(t('trashed', { name: space.name }), {
      label: t('undo'),
      run: () => attempt(() => restore.mutateAsync(space.wid)),
    })
  }

  return (
    <>
      {isAdmin && (
        <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={() => onOpen('rename')}>
          {t('menu.rename')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconUsers size={18} stroke={1.5} />} onClick={() => onOpen('members')}>
        {t(isAtLeast(space.role, 'editor') ? 'menu.invite' : 'menu.members')}
      </Menu.Item>
      {!isGuest && (
        <Menu.Item
          leftSection={<IconCopy size={18} stroke={1.5} />}
          onClick={() =>
            attempt(() => duplicate.mutateAsync({ wid: space.wid, name: cutText(copyName, longestName) }))
          }
        >
          {t('menu.duplicate')}
        </Menu.Item>
      )}
      <Menu.Divider />
      {space.role !== 'owner' && (
        <Menu.Item leftSection={<IconDoorExit size={18} stroke={1.5} />} onClick={() => onOpen('leave')}>
          {t('menu.leave')}
        </Menu.Item>
      )}
      {isAdmin && (
        <Menu.Item
          c="var(--tavla-danger)"
          leftSection={<IconTrash size={18} stroke={1.5} />}
          onClick={() => attempt(toTrash)}
        >
          {t('menu.trash')}
        </Menu.Item>
      )}
    </>
  )
}

function TrashedActs({ space, onOpen, attempt }: SpaceMenuProps) {
  const { t } = useTranslation('dashboard')
  const restore = useRestoreSpace()
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowBackUp size={18} stroke={1.5} />}
        disabled={!isAtLeast(space.role, 'admin')}
        onClick={() => attempt(() => restore.mutateAsync(space.wid))}
      >
        {t('menu.restore')}
      </Menu.Item>
      {space.role === 'owner' && (
        <Menu.Item
          c="var(--tavla-danger)"
          leftSection={<IconTrashX size={18} stroke={1.5} />}
          onClick={() => onOpen('delete')}
        >
          {t('menu.delete')}
        </Menu.Item>
      )}
    </>
  )
}
