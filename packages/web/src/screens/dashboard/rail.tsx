import { ActionIcon, Menu, Text, VisuallyHidden } from '@mantine/core'
import {
  IconArchive,
  IconClock,
  IconDots,
  IconFolder,
  IconFolderPlus,
  IconLayoutGrid,
  IconPencil,
  IconStar,
  IconTrash,
  IconUser,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import type { Folder } from '@tavla/contract'
import type { ComponentType, DragEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpaceFilters } from '../../platform/storage-keys.ts'
import { draggedBoards, isBoardDrag } from './boards/drag.ts'
import classes from './rail.module.css'
import type { FolderActions } from './use-folder-actions.ts'
import type { FilterChange, FolderName } from './boards/use-filters.ts'

type Icon = ComponentType<{ size: number; stroke: number }>

const above: readonly FolderName[] = ['all', 'recent', 'mine', 'shared', 'starred']
const below: readonly FolderName[] = ['archived', 'trash']

const icons: Readonly<Record<FolderName, Icon>> = {
  all: IconLayoutGrid,
  recent: IconClock,
  mine: IconUser,
  shared: IconUsers,
  starred: IconStar,
  archived: IconArchive,
  trash: IconTrash,
}

interface RailProps {
  filters: SpaceFilters
  /** Undefined while they are not known. */
  folders: readonly Folder[] | undefined
  acts: FolderActions
  onGo(folder: FilterChange): void
}

/** Where boards are: all, by what they are to me, my folders, and what was put away. */
export function Rail({ filters, folders, acts, onGo }: RailProps) {
  const { t } = useTranslation('dashboard')
  const folder = (name: FolderName) => (
    <li key={name}>
      <Row
        icon={icons[name]}
        here={filters.folder === null && filters.filter === name}
        onPress={() => onGo({ filter: name, folder: null })}
      >
        {t(`filter.${name}`)}
      </Row>
    </li>
  )
  return (
    <nav aria-label={t('filters')} className={classes.rail}>
      <ul className={classes.rows}>{above.map(folder)}</ul>
      <div className={classes.heading}>
        <Text component="h2" size="xs" fw={500} c="dimmed" id="folders">
          {t('folder.list')}
        </Text>
        <ActionIcon size="sm" aria-label={t('folder.new')} onClick={() => acts.name(null)}>
          <IconFolderPlus size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <ul className={classes.rows} aria-labelledby="folders">
        {folders?.map((folder) => (
          <FolderRow
            key={folder.id}
            folder={folder}
            here={filters.folder === folder.id}
            acts={acts}
            onPress={() => onGo({ folder: folder.id })}
          />
        ))}
        {folders?.length === 0 && (
          <li>
            <Text size="xs" c="dimmed" className={classes.hint}>
              {t('folder.explained')}
            </Text>
          </li>
        )}
      </ul>
      <ul className={classes.rows}>{below.map(folder)}</ul>
    </nav>
  )
}

interface RowProps {
  icon: Icon
  here: boolean
  onPress(): void
  children: ReactNode
}

function Row({ icon: Icon, here, onPress, children }: RowProps) {
  return (
    <button type="button" className={classes.row} aria-current={here ? 'page' : undefined} onClick={onPress}>
      <Icon size={18} stroke={1.5} />
      {children}
    </button>
  )
}

interface FolderRowProps {
  folder: Folder
  here: boolean
  acts: FolderActions
  onPress(): void
}

/** A folder; boards can be dropped on it. */
function FolderRow({ folder, here, acts, onPress }: FolderRowProps) {
  const { t } = useTranslation('dashboard')
  const [over, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!isBoardDrag(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  return (
    <li
      className={classes.folder}
      data-over={over || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const wids = draggedBoards(event.dataTransfer)
        if (wids.length === 0) return
        event.preventDefault()
        acts.move(wids, folder.id)
      }}
    >
      <Row icon={IconFolder} here={here} onPress={onPress}>
        <span className={classes.name} dir="auto" title={folder.name}>
          {folder.name}
        </span>
        <span className={classes.count} aria-hidden="true">
          {folder.boards}
        </span>
        <VisuallyHidden>{t('boardCount', { count: folder.boards })}</VisuallyHidden>
      </Row>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon
            size="sm"
            className={classes.more ?? ''}
            aria-label={t('folder.more', { name: folder.name })}
          >
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} />} onClick={() => acts.name(folder)}>
            {t('menu.rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconX size={18} stroke={1.5} />} onClick={() => acts.remove(folder)}>
            {t('folder.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
