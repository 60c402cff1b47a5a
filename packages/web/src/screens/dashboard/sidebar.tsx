import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import {
  IconArchive,
  IconClock,
  IconDots,
  IconFolder,
  IconFolderPlus,
  IconLayoutGrid,
  IconStar,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { Folder } from '@tavla/contract'
import type { ComponentType, DragEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpaceFilters } from '../../platform/storage-keys.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { getDraggedBoards, isBoardDrag } from './boards/drag.ts'
import { folderItems } from './overlays/lazy-dashboard-overlays.ts'
import classes from './sidebar.module.css'
import type { FolderActions } from './use-folder-actions.ts'
import type { FilterChange, FilterName } from './boards/use-filters.ts'

type Icon = ComponentType<{ size: number; stroke: number }>

const primaryFilters: readonly FilterName[] = ['all', 'recent', 'mine', 'shared', 'starred']
const secondaryFilters: readonly FilterName[] = ['archived', 'trash']

const icons: Readonly<Record<FilterName, Icon>> = {
  all: IconLayoutGrid,
  recent: IconClock,
  mine: IconUser,
  shared: IconUsers,
  starred: IconStar,
  archived: IconArchive,
  trash: IconTrash,
}

interface SidebarProps {
  filters: SpaceFilters
  /** Undefined until loaded. */
  folders: readonly Folder[] | undefined
  actions: FolderActions
  onSelect(folder: FilterChange): void
}

/** Sidebar: filters and folders. */
export function Sidebar({ filters, folders, actions, onSelect }: SidebarProps) {
  const { t } = useTranslation('dashboard')
  const renderFilter = (name: FilterName) => (
    <li key={name}>
      <SidebarRow
        icon={icons[name]}
        isCurrent={filters.folder === null && filters.filter === name}
        onClick={() => onSelect({ filter: name, folder: null })}
      >
        {t(`filter.${name}`)}
      </SidebarRow>
    </li>
  )
  return (
    <nav aria-label={t('filters')} className={classes.rail}>
      <ul className={classes.rows}>{primaryFilters.map(renderFilter)}</ul>
      <div className={classes.heading}>
        <Text component="h2" size="xs" fw={500} c="dimmed" id="folders">
          {t('folder.list')}
        </Text>
        <ActionIcon size="sm" aria-label={t('folder.new')} onClick={() => actions.openNameDialog(null)}>
          <IconFolderPlus size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <ul className={classes.rows} aria-labelledby="folders">
        {folders?.map((folder) => (
          <FolderRow
            key={folder.id}
            folder={folder}
            isCurrent={filters.folder === folder.id}
            actions={actions}
            onClick={() => onSelect({ folder: folder.id })}
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
      <ul className={classes.rows}>{secondaryFilters.map(renderFilter)}</ul>
    </nav>
  )
}

interface SidebarRowProps {
  icon: Icon
  isCurrent: boolean
  onClick(): void
  children: ReactNode
}

function SidebarRow({ icon: Icon, isCurrent, onClick, children }: SidebarRowProps) {
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.5} />
      {children}
    </button>
  )
}

interface FolderRowProps {
  folder: Folder
  isCurrent: boolean
  actions: FolderActions
  onClick(): void
}

/** A folder; a drop target for boards. */
function FolderRow({ folder, isCurrent, actions, onClick }: FolderRowProps) {
  const { t } = useTranslation('dashboard')
  const [isDropTarget, setIsDropTarget] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!isBoardDrag(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setIsDropTarget(true)
  }
  return (
    <li
      className={classes.folder}
      data-over={isDropTarget || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={(event) => {
        setIsDropTarget(false)
        const wids = getDraggedBoards(event.dataTransfer)
        if (wids.length === 0) return
        event.preventDefault()
        actions.move(wids, folder.id)
      }}
    >
      <SidebarRow icon={IconFolder} isCurrent={isCurrent} onClick={onClick}>
        <span className={classes.name} dir="auto" title={folder.name}>
          {folder.name}
        </span>
        <span className={classes.count} aria-hidden="true">
          {folder.boards}
        </span>
        <VisuallyHidden>{t('boardCount', { count: folder.boards })}</VisuallyHidden>
      </SidebarRow>
      <LazyOverlay
        type="menu"
        code={folderItems}
        render={(FolderItems) => <FolderItems folder={folder} actions={actions} />}
      >
        <ActionIcon
          size="sm"
          className={classes.more ?? ''}
          aria-label={t('folder.more', { name: folder.name })}
        >
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </LazyOverlay>
    </li>
  )
}
