import { Button, Group, NativeSelect } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { Board } from '@tavla/canvas'
import type { Action, HistoryDocument } from '@tavla/canvas/model'
import { isAtLeast, type Timeline } from '@tavla/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { getPersonColor, getPersonColorIndex } from '../../ui/people-colors.ts'
import { getPageName, useBoard } from '../board-panels/index.ts'
import { AreaPicker } from './past/area-picker.tsx'
import { Compare } from './compare.tsx'
import { createFollowing } from './following.ts'
import type { History } from './history.ts'
import classes from './history.module.css'
import { VersionList } from './versions/version-list.tsx'
import { NameForm } from './versions/name-form.tsx'
import { PastBoard } from './past/past-board.tsx'
import { PastMenu } from './past/past-menu.tsx'
import { useNameVersion, useVersions } from './queries.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { RestoreMenu, type ScopeName } from './restore-menu.tsx'
import type { RestoreScope } from './restore.ts'
import { TimeBar } from './time-bar.tsx'
import { useHistoryKeys } from './use-history-keys.ts'

interface HistorySessionProps {
  history: History
  document: HistoryDocument
  /** Something is open that Escape closes before the whole view. */
  onOverlayChange(hasOverlay: boolean): void
  onClose(): void
}

/** An earlier version of the board, its time, and the actions on it. */
export function HistorySession({ history, document, onOverlayChange, onClose }: HistorySessionProps) {
  const { t } = useTranslation('board')
  const { space } = useBoard()
  const timeline = useSignal(history.timeline)
  const versions = useVersions(space.wid)
  const [board, setBoard] = useState<Board | null>(null)
  const [isPickingArea, setPickingArea] = useState(false)
  const [scope, setScope] = useState<RestoreScope | null>(null)
  const names = useMemo(
    () => new Map<string, string>(timeline?.people.map(({ uid, name }) => [uid, name])),
    [timeline],
  )
  const getName = (uid: string): string => names.get(uid) || t('history.somebody')
  const getColorIndex = useColorIndex(timeline)
  const getColor = (uid: string): string => getPersonColor(getColorIndex(uid)).paint
  const [following] = useState(createFollowing)
  const isFollowing = useSignal(following.isOn)
  const show = (action: Action): void => {
    following.showNext()
    void history.goTo(action.last)
  }
  useHistoryKeys(history, isPickingArea ? () => setPickingArea(false) : null)
  const hasOverlay = isPickingArea || scope !== null
  useEffect(() => {
    onOverlayChange(hasOverlay)
    return () => onOverlayChange(false)
  }, [hasOverlay, onOverlayChange])
  const onRestore = (next: RestoreScope): void => {
    history.pause()
    setScope(next)
  }
  const chooseScope = (name: ScopeName): void => {
    history.pause()
    if (name === 'region') return setPickingArea(true)
    setScope(name === 'board' ? { type: 'board' } : { type: 'person', uid: timeline?.people[0]?.uid ?? '' })
  }
  return (
    <>
      <div className={classes.stage} data-stage>
        <PastBoard
          document={document}
          history={history}
          following={following}
          getColorIndex={getColorIndex}
          onBoard={setBoard}
        />
        {board && <PastMenu board={board} history={history} onRestore={onRestore} />}
        {board && isPickingArea && (
          <AreaPicker
            board={board}
            onSelect={(area) => {
              setPickingArea(false)
              setScope(area)
            }}
            onCancel={() => setPickingArea(false)}
          />
        )}
      </div>
      <aside className={classes.panel} aria-label={t('history.panel')}>
        <VersionList
          history={history}
          versions={versions}
          getName={getName}
          getColor={getColor}
          onShow={show}
        />
        <div className={classes.acts}>
          {board && <PageChoice board={board} />}
          {board && <CompareSection history={history} versions={versions} board={board} />}
          <VersionActions history={history} onRestore={chooseScope} />
        </div>
      </aside>
      <TimeBar
        history={history}
        getName={getName}
        getColor={getColor}
        isFollowing={isFollowing}
        onFollowing={(next) => void (following.isOn.value = next)}
      />
      {scope && (
        <RestoreDialog
          history={history}
          scope={scope}
          getName={getName}
          onScope={setScope}
          onClose={() => setScope(null)}
          onDone={onClose}
        />
      )}
    </>
  )
}

/** Colours of people on this board; others have their default colour. */
function useColorIndex(timeline: Timeline | null): (uid: string) => number {
  const indexes = useMemo(
    () => new Map<string, number | null>(timeline?.people.map(({ uid, color }) => [uid, color])),
    [timeline],
  )
  return useCallback((uid) => indexes.get(uid) ?? getPersonColorIndex(uid), [indexes])
}

/** Chooses the shown page if there are several. */
function PageChoice({ board }: { board: Board }) {
  const { t } = useTranslation('board')
  const pages = useSignal(board.state.pages)
  const page = useSignal(board.state.page)
  if (pages.length < 2) return null
  return (
    <NativeSelect
      label={t('history.page')}
      value={page ?? ''}
      data={pages.map(({ id }) => ({ value: id, label: getPageName(pages, id, t) }))}
      onChange={(event) => board.pages.open(event.currentTarget.value)}
    />
  )
}

type Versions = ReturnType<typeof useVersions>

function CompareSection({
  history,
  versions,
  board,
}: {
  history: History
  versions: Versions
  board: Board
}) {
  const page = useSignal(board.state.page)
  return <Compare history={history} versions={versions.data?.list ?? []} page={page} />
}

/** Names the shown version, or restores it. */
function VersionActions({ history, onRestore }: { history: History; onRestore(scope: ScopeName): void }) {
  const { t } = useTranslation('board')
  const { replica, space } = useBoard()
  const { role } = useSignal(replica.actor)
  const [isNaming, setIsNaming] = useState(false)
  const nameVersion = useNameVersion(space.wid)
  if (isNaming)
    return (
      <NameForm
        name=""
        label={t('history.versions.name')}
        busy={nameVersion.isPending}
        failure={nameVersion.error}
        onName={(name) =>
          nameVersion.mutate({ seq: history.seq.peek(), name }, { onSuccess: () => setIsNaming(false) })
        }
        onCancel={() => setIsNaming(false)}
      />
    )
  return (
    <Group gap="xs" grow preventGrowOverflow={false}>
      {isAtLeast(role, 'editor') && (
        <Button
          variant="default"
          px="sm"
          leftSection={<IconBookmark size={18} stroke={1.5} aria-hidden />}
          onClick={() => {
            nameVersion.reset()
            setIsNaming(true)
          }}
        >
          {t('history.versions.nameIt')}
        </Button>
      )}
      <RestoreMenu onChoose={onRestore} />
    </Group>
  )
}
