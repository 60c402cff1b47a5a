import { ActionIcon, Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconPlus, IconTemplate } from '@tabler/icons-react'
import type { Folder } from '@tavla/contract'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppFrame, ConfirmEmailBanner, InstallHint } from '../../features/account/index.ts'
import { ImportButton, useImport } from '../../features/board-panels/index.ts'
import {
  FolderDialog,
  CoverDialog,
  useAllSpaces,
  useFolders,
  useNewBoard,
} from '../../features/spaces/index.ts'
import { getLocalFailureText } from '../../platform/failure.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { withQueries } from '../../state/with-queries.tsx'
import { Boards } from './boards/boards.tsx'
import { Checklist } from './guide/checklist.tsx'
import classes from './dashboard.module.css'
import { FilterBar } from './boards/filter-bar.tsx'
import { saveStep, useChecklistState } from './guide/checklist-state.ts'
import { FiltersDrawer } from './overlays/lazy-dashboard-overlays.ts'
import { PlanBadge } from './plan-badge.tsx'
import { PlanEndedAlert } from './plan-ended-alert.tsx'
import { Sidebar } from './sidebar.tsx'
import { TemplateGallery } from './guide/lazy-template-gallery.tsx'
import { useAttempts } from './boards/use-attempts.tsx'
import { useFilters } from './boards/use-filters.ts'
import type { FilterChange } from './boards/use-filters.ts'
import { useFolderActions } from './use-folder-actions.ts'

/** The person's boards. */
export const Dashboard = withQueries(DashboardScreen)

function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  useTitle(t('title'))
  const { filters, change, typed, searchText, search } = useFilters()
  const field = useRef<HTMLInputElement>(null)
  const { failure, attempt } = useAttempts()
  const { data: folders } = useFolders()
  const [namedFolder, setNamedFolder] = useState<{ readonly folder: Folder | null } | null>(null)
  const [isSidebarOpen, setIsSidebarOpen] = useState(false)
  const [isGalleryOpen, setIsGalleryOpen] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false })
  const { newBoard, createBoard, create } = useNewBoard(filters.folder, ({ template }) => {
    if (template !== undefined) saveStep('template')
  })
  const importing = useImport(createBoard, filters.folder)

  const showView = (folder: FilterChange) => {
    change(folder)
    setIsSidebarOpen(false)
    window.scrollTo(0, 0)
  }
  const folderActions = useFolderActions({
    attempt,
    openNameDialog: (folder) => setNamedFolder({ folder }),
    onRemoved: (id) => filters.folder === id && change({ folder: null }),
  })
  // The folder in the URL can have been removed on another device.
  const folder = folders?.find(({ id }) => id === filters.folder)
  const shown = folders && !folder ? { ...filters, folder: null } : filters
  const title = folder?.name ?? t(`filter.${filters.filter}`)
  const hasBoards = (useAllSpaces(true).data?.list.length ?? 0) > 0
  const checklist = useChecklist({ folders: folders?.length ?? 0, searched: searchText !== '' })
  const sidebar = (
    <>
      <Sidebar filters={shown} folders={folders} actions={folderActions} onSelect={showView} />
      {checklist && (
        <Checklist
          checklist={checklist}
          onStep={(step) => {
            setIsSidebarOpen(false)
            // Inviting and starring need a board first.
            if (step === 'board' || (!hasBoards && (step === 'invite' || step === 'star'))) newBoard()
            else if (step === 'template') setIsGalleryOpen(true)
            else if (step === 'folder') setNamedFolder({ folder: null })
            else if (step === 'search') field.current?.focus()
            else showView({ filter: 'all', folder: null })
          }}
        />
      )}
    </>
  )

  return (
    <AppFrame aside={<PlanBadge />}>
      <ConfirmEmailBanner />
      {hasBoards && <InstallHint />}
      <div className={classes.page}>
        {!isNarrow && <aside className={classes.side}>{sidebar}</aside>}
        <div className={classes.content}>
          <div className={classes.heading}>
            <PageHeader
              title={title}
              isBusy={create.isPending}
              onNewBoard={newBoard}
              onTemplates={() => setIsGalleryOpen(true)}
              onImport={importing.start}
            >
              {isNarrow && <FiltersButton isOpen={isSidebarOpen} onOpen={() => setIsSidebarOpen(true)} />}
            </PageHeader>
            <FilterBar filters={shown} field={field} onChange={change} search={typed} onSearch={search} />
          </div>
          <PlanEndedAlert />
          <FailureNote text={create.error && getLocalFailureText(create.error)} />
          {failure}
          <Boards
            // Each filter and folder has its own selection and scroll position.
            key={`${shown.filter} ${shown.folder}`}
            filters={shown}
            searchText={searchText}
            attempt={attempt}
            onSearch={() => field.current?.focus()}
            onNewBoard={newBoard}
            onTemplates={() => setIsGalleryOpen(true)}
            onClearSearch={() => search('')}
          />
        </div>
      </div>
      <FiltersDrawer opened={isSidebarOpen && isNarrow} onClose={() => setIsSidebarOpen(false)}>
        {sidebar}
      </FiltersDrawer>
      {namedFolder && <FolderDialog folder={namedFolder.folder} onClose={() => setNamedFolder(null)} />}
      <CoverDialog />
      <TemplateGallery
        opened={isGalleryOpen}
        busy={create.isPending}
        failure={create.error && getLocalFailureText(create.error)}
        onChoose={(chosen) => (chosen ? createBoard({ name: chosen.name, template: chosen.id }) : newBoard())}
        onClose={() => setIsGalleryOpen(false)}
      />
      {importing.dialog}
    </AppFrame>
  )
}

function FiltersButton({ isOpen, onOpen }: { isOpen: boolean; onOpen(): void }) {
  const { t } = useTranslation('dashboard')
  return (
    <ActionIcon aria-label={t('filters')} aria-expanded={isOpen} onClick={onOpen}>
      <IconChevronDown size={20} stroke={1.5} />
    </ActionIcon>
  )
}

interface PageHeaderProps {
  title: string
  isBusy: boolean
  /** Shown beside the title. */
  children: ReactNode
  onNewBoard(): void
  onTemplates(): void
  onImport(files: readonly File[]): void
}

/** Title of the current filter or folder, and buttons to create a board in it. */
function PageHeader({ title, isBusy, children, onNewBoard, onTemplates, onImport }: PageHeaderProps) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.top}>
      <Title order={1} className={classes.title ?? ''} dir="auto">
        {title}
      </Title>
      {children}
      <div className={classes.acts}>
        <ImportButton className={classes.secondary} isBusy={isBusy} onFiles={onImport} />
        <Button
          variant="default"
          leftSection={<IconTemplate size={18} stroke={1.5} />}
          className={classes.secondary ?? ''}
          aria-label={t('template.title')}
          onClick={onTemplates}
        >
          {t('template.title')}
        </Button>
        <Button leftSection={<IconPlus size={18} stroke={1.5} />} loading={isBusy} onClick={onNewBoard}>
          {t('newBoard')}
        </Button>
      </div>
    </div>
  )
}

/** The checklist, with the steps that can be derived from the boards. */
function useChecklist({ folders, searched }: { folders: number; searched: boolean }) {
  const { data } = useAllSpaces(true)
  const list = data?.list ?? []
  return useChecklistState({
    board: list.some(({ role }) => role === 'owner'),
    template: false,
    invite: list.some(({ role, members }) => role === 'owner' && members > 1),
    star: list.some(({ starred }) => starred),
    folder: folders > 0,
    search: searched,
  })
}
