import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBackUp,
  IconCheckbox,
  IconCopy,
  IconDownload,
  IconDoorExit,
  IconExternalLink,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconPhoto,
  IconTrash,
  IconTrashX,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { basePath, exportHash, isAtLeast } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import type { TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { truncateText } from '../../platform/format.ts'
import { toasts } from '../../platform/toast.ts'
import { session } from '../../state/index.ts'
import type { RunAttempt, SpaceAction } from './actions.ts'
import { isActionAllowed } from './actions.ts'
import { useDuplicateSpace } from './queries.ts'
import { getWhiteboardUrl } from './whiteboard-url.ts'

const maxNameLength = 80

/** Which dialog a space's menu opens. */
export type SpaceDialog = 'rename' | 'photo' | 'members' | 'transfer' | 'move' | 'leave' | 'delete'

interface SpaceMenuProps {
  space: Space
  /** Position in the window where the menu opens. */
  position: { readonly x: number; readonly y: number }
  attempt: RunAttempt
  onOpen(dialog: SpaceDialog): void
  onAction(action: SpaceAction): void
  /** Starts selecting several boards. */
  onSelect(): void
  onClose(): void
}

/** Actions on a space. Those that the role does not permit are left out. */
export function SpaceMenu({ position, onClose, ...props }: SpaceMenuProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={256}
      returnFocus={false}
      // A button at the edge of the window ends outside of it.
      hideDetached={false}
      middlewares={{ shift: { crossAxis: true, padding: 8 }, flip: false }}
    >
      <Menu.Target>
        <span
          style={{ position: 'fixed', left: position.x, top: position.y, width: 1, height: 1 }}
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('menu.of', { name: props.space.name })}>
        {props.space.trashedAt === null ? (
          <ActiveBoardActions {...props} />
        ) : (
          <TrashedBoardActions {...props} />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface SpaceMenuItemProps {
  icon: ComponentType<{ size: number; stroke: number }>
  danger?: boolean
  disabled?: boolean
  onClick(): void
  children: ReactNode
}

function SpaceMenuItem({
  icon: Icon,
  danger = false,
  disabled = false,
  onClick,
  children,
}: SpaceMenuItemProps) {
  return (
    <Menu.Item
      {...(danger ? { c: 'var(--tavla-danger)' } : {})}
      leftSection={<Icon size={18} stroke={1.5} />}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  )
}

type BoardActionsProps = Omit<SpaceMenuProps, 'position' | 'onClose'>

function ActiveBoardActions({ space, attempt, onOpen, onAction, onSelect }: BoardActionsProps) {
  const { t } = useTranslation('dashboard')
  const duplicate = useDuplicateSpace()
  const isAdmin = isAtLeast(space.role, 'admin')
  const copyName = truncateText(t('copyOf', { name: space.name }), maxNameLength)
  const isGuest = session.userInfo.value?.kind === 'guest'

  return (
    <>
      <Menu.Item
        component="a"
        href={basePath + getWhiteboardUrl(space.wid)}
        target="_blank"
        leftSection={<IconExternalLink size={18} stroke={1.5} />}
      >
        {t('menu.openInNewTab')}
      </Menu.Item>
      <SpaceMenuItem icon={IconLink} onClick={() => void copyBoardUrl(space.wid, t)}>
        {t('menu.copyLink')}
      </SpaceMenuItem>
      <Menu.Divider />
      {isAdmin && (
        <>
          <SpaceMenuItem icon={IconPencil} onClick={() => onOpen('rename')}>
            {t('menu.rename')}
          </SpaceMenuItem>
          <SpaceMenuItem icon={IconPhoto} onClick={() => onOpen('photo')}>
            {t('menu.photo')}
          </SpaceMenuItem>
        </>
      )}
      <SpaceMenuItem icon={IconUsers} onClick={() => onOpen('members')}>
        {t(isAtLeast(space.role, 'editor') ? 'menu.invite' : 'menu.members')}
      </SpaceMenuItem>
      {space.role === 'owner' && space.members > 1 && (
        <SpaceMenuItem icon={IconUserShare} onClick={() => onOpen('transfer')}>
          {t('menu.transfer')}
        </SpaceMenuItem>
      )}
      <Menu.Item
        component={Link}
        to={getWhiteboardUrl(space.wid) + exportHash}
        leftSection={<IconDownload size={18} stroke={1.5} />}
      >
        {t('menu.export')}
      </Menu.Item>
      {!isGuest && (
        <SpaceMenuItem
          icon={IconCopy}
          onClick={() => attempt(() => duplicate.mutateAsync({ wid: space.wid, name: copyName }))}
        >
          {t('menu.duplicate')}
        </SpaceMenuItem>
      )}
      <Menu.Divider />
      <SpaceMenuItem icon={IconCheckbox} onClick={onSelect}>
        {t('menu.pick')}
      </SpaceMenuItem>
      <SpaceMenuItem icon={IconFolderSymlink} onClick={() => onOpen('move')}>
        {t('menu.move')}
      </SpaceMenuItem>
      {isActionAllowed('archive', space) && (
        <SpaceMenuItem icon={IconArchive} onClick={() => onAction('archive')}>
          {t('menu.archive')}
        </SpaceMenuItem>
      )}
      {isActionAllowed('unarchive', space) && (
        <SpaceMenuItem icon={IconArchiveOff} onClick={() => onAction('unarchive')}>
          {t('menu.unarchive')}
        </SpaceMenuItem>
      )}
      <Menu.Divider />
      {space.role !== 'owner' && (
        <SpaceMenuItem icon={IconDoorExit} onClick={() => onOpen('leave')}>
          {t('menu.leave')}
        </SpaceMenuItem>
      )}
      {isAdmin && (
        <SpaceMenuItem icon={IconTrash} danger onClick={() => onAction('trash')}>
          {t('menu.trash')}
        </SpaceMenuItem>
      )}
    </>
  )
}

/** Copies the URL of a board, which only its members can open, and says whether that worked. */
async function copyBoardUrl(wid: string, t: TFunction<'dashboard'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.origin + basePath + getWhiteboardUrl(wid))
    toasts.note(t('common:act.linkCopied'))
  } catch {
    // The browser may refuse the clipboard at any time.
    toasts.note(t('common:clipboardDenied'))
  }
}

function TrashedBoardActions({ space, onOpen, onAction, onSelect }: BoardActionsProps) {
  const { t } = useTranslation('dashboard')
  return (
    <>
      <SpaceMenuItem
        icon={IconArrowBackUp}
        disabled={!isActionAllowed('restore', space)}
        onClick={() => onAction('restore')}
      >
        {t('menu.restore')}
      </SpaceMenuItem>
      <SpaceMenuItem icon={IconCheckbox} onClick={onSelect}>
        {t('menu.pick')}
      </SpaceMenuItem>
      {isActionAllowed('delete', space) && (
        <SpaceMenuItem icon={IconTrashX} danger onClick={() => onOpen('delete')}>
          {t('menu.delete')}
        </SpaceMenuItem>
      )}
    </>
  )
}
