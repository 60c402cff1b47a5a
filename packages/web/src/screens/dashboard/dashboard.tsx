import { ActionIcon, Button, Drawer, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconPlus, IconTemplate } from '@tabler/icons-react'
import type { Folder } from '@tavla/contract'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AppFrame } from '../../features/account/index.ts'
import {
  FolderDialog,
  PhotoDialog,
  useAllSpaces,
  useCreateSpace,
  useFolders,
  getWhiteboardUrl,
} from '../../features/spaces/index.ts'
import { failureHere } from '../../platform/failure.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Boards } from './boards/boards.tsx'
import { Checklist } from './guide/checklist.tsx'
import classes from './dashboard.module.css'
import { FilterBar } from './boards/filter-bar.tsx'
import { noteStep, useGuide } from './guide/guide.ts'
import { PlanBadge } from './plan-badge.tsx'
import { PlanEnded } from './plan-ended.tsx'
import { Rail } from './rail.tsx'
import { Templates } from './guide/templates.tsx'
import { useAttempts } from './boards/use-attempts.tsx'
import { useFilters } from './boards/use-filters.ts'
import type { FilterChange } from './boards/use-filters.ts'
import { useFolderActions } from './use-folder-actions.ts'

/** All my boards. */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  useTitle(t('title'))
  const { filters, change, typed, searched, search } = useFilters()
  const field = useRef<HTMLInputElement>(null)
  const { failure, attempt } = useAttempts()
  const { data: folders } = useFolders()
  const [naming, setNaming] = useState<{ readonly folder: Folder | null } | null>(null)
  const [places, setPlaces] = useState(false)
  const [gallery, setGallery] = useState(false)
  const narrow = useMediaQuery('(max-width: 960px)', false, { getInitialValueInEffect: false })
  const { newBoard, make, create } = useNewBoard(filters.folder)

  const go = (folder: FilterChange) => {
    change(folder)
    setPlaces(false)
    window.scrollTo(0, 0)
  }
  const folderActions = useFolderActions({
    attempt,
    name: (folder) => setNaming({ folder }),
    onRemoved: (id) => filters.folder === id && change({ folder: null }),
  })
  // A folder that was removed elsewhere is no place any more.
  const folder = folders?.find(({ id }) => id === filters.folder)
  const here = folders && !folder ? { ...filters, folder: null } : filters
  const title = folder?.name ?? t(`filter.${filters.filter}`)
  const guide = useFirstSteps({ folders: folders?.length ?? 0, searched: searched !== '' })
  const rail = (
    <>
      <Rail filters={here} folders={folders} acts={folderActions} onGo={go} />
      {guide && (
        <Checklist
          guide={guide}
          onStep={(step) => {
            setPlaces(false)
            if (step === 'board') newBoard()
            else if (step === 'template') setGallery(true)
            else if (step === 'folder') setNaming({ folder: null })
            else if (step === 'search') field.current?.focus()
            else go({ filter: 'all', folder: null })
          }}
        />
      )}
    </>
  )

  return (
    <AppFrame aside={<PlanBadge />}>
      <div className={classes.page}>
        {!narrow && <aside className={classes.side}>{rail}</aside>}
        <div className={classes.content}>
          <div className={classes.heading}>
            <TopLine
              title={title}
              isBusy={create.isPending}
              onNewBoard={newBoard}
              onTemplates={() => setGallery(true)}
            >
              {narrow && <FiltersButton isOpen={places} onOpen={() => setPlaces(true)} />}
            </TopLine>
            <FilterBar filters={here} field={field} onChange={change} search={typed} onSearch={search} />
          </div>
          <PlanEnded />
          <FailureNote text={create.error && failureHere(create.error)} />
          {failure}
          <Boards
            // Each place has its own picks and begins at its first board.
            key={`${here.filter} ${here.folder}`}
            filters={here}
            searched={searched}
            attempt={attempt}
            onSearch={() => field.current?.focus()}
            onNewBoard={newBoard}
            onTemplates={() => setGallery(true)}
            onClearSearch={() => search('')}
          />
        </div>
      </div>
      <Drawer
        opened={places && narrow}
        onClose={() => setPlaces(false)}
        position="bottom"
        size="auto"
        title={t('filters')}
        classNames={{ content: classes.sheet ?? '' }}
        closeButtonProps={{ 'aria-label': t('common:act.close') }}
      >
        {rail}
      </Drawer>
      {naming && <FolderDialog folder={naming.folder} onClose={() => setNaming(null)} />}
      <PhotoDialog />
      <Templates
        opened={gallery}
        busy={create.isPending}
        failure={create.error && failureHere(create.error)}
        onChoose={(template) => (template ? make(template.name, template.id) : newBoard())}
        onClose={() => setGallery(false)}
      />
    </AppFrame>
  )
}

/** On narrow screens, filters and folders are in a drawer. */
function FiltersButton({ isOpen, onOpen }: { isOpen: boolean; onOpen(): void }) {
  const { t } = useTranslation('dashboard')
  return (
    <ActionIcon aria-label={t('filters')} aria-expanded={isOpen} onClick={onOpen}>
      <IconChevronDown size={20} stroke={1.5} />
    </ActionIcon>
  )
}

interface TopLineProps {
  title: string
  isBusy: boolean
  /** Beside the title. */
  children: ReactNode
  onNewBoard(): void
  onTemplates(): void
}

/** Where one is, and how to create a board here. */
function TopLine({ title, isBusy, children, onNewBoard, onTemplates }: TopLineProps) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.top}>
      <Title order={1} className={classes.title ?? ''} dir="auto">
        {title}
      </Title>
      {children}
      <div className={classes.acts}>
        <Button
          variant="default"
          leftSection={<IconTemplate size={18} stroke={1.5} />}
          className={classes.templates ?? ''}
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

/** Which of the first steps were done, as far as the boards tell it. */
function useFirstSteps({ folders, searched }: { folders: number; searched: boolean }) {
  const { data } = useAllSpaces(true)
  const list = data?.list ?? []
  return useGuide({
    board: list.some(({ role }) => role === 'owner'),
    template: false,
    invite: list.some(({ role, members }) => role === 'owner' && members > 1),
    star: list.some(({ starred }) => starred),
    folder: folders > 0,
    search: searched,
  })
}

/** A blank board in the folder that is open, and straight into it. */
function useNewBoard(folder: string | null) {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  const create = useCreateSpace()
  // The second click of a double one comes before the button shows that it is busy.
  const making = useRef(false)
  const make = (name: string, template?: string) => {
    if (making.current) return
    making.current = true
    create.mutate(
      { name, ...(template === undefined ? {} : { template }), ...(folder === null ? {} : { folder }) },
      {
        onSuccess: ({ wid }) => {
          if (template !== undefined) noteStep('template')
          return navigate(getWhiteboardUrl(wid))
        },
        onSettled: () => void (making.current = false),
      },
    )
  }
  return { create, newBoard: () => make(t('untitled')), make }
}
