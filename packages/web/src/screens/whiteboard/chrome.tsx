import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Board, HostRequest } from '@tavla/canvas'
import { IconHelp, IconUserPlus } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnouncementLine } from '../../features/account/index.ts'
import {
  AudienceView,
  BarButton,
  BoardMenu,
  ContextMenu,
  copyImage,
  EmptyHint,
  LazyFindPanel,
  FollowingLine,
  GuestBanner,
  isAudienceWindow,
  LockedMark,
  LazyProperties,
  loadExport,
  openLink,
  MediaLayer,
  MessageLine,
  Minimap,
  PagesMenu,
  PeopleBar,
  preloadPanels,
  PresentButton,
  PresentingLine,
  ScreenReaderAnnouncer,
  RovingBar,
  Rule,
  SaveLine,
  UndoBar,
  Toolbar,
  TransferList,
  useBoard,
  StampsPanel,
  useInsertFiles,
  useRegionKeys,
  ViewOnly,
  ZoomBar,
} from '../../features/board-panels/index.ts'
import type { BoardUi } from '../../features/board-panels/index.ts'
import { Bell } from '../../features/notifications/index.ts'
import {
  pageSuggestions,
  SuggestingMark,
  SuggestionList,
  SuggestionMarks,
  SuggestionAnnouncer,
} from '../../features/suggestions/index.ts'
import { VoiceButton } from '../../features/voice/index.ts'
import {
  LazyMissedChangesPanel,
  MissedChangesPill,
  MissedChangesReader,
  missedChangesPanel,
  useUndecidedCount,
} from '../../features/while-away/index.ts'
import { browserLocation } from '../../platform/dom/url.ts'
import { isLoadError } from '../../platform/lazy-part.tsx'
import { toasts } from '../../platform/toast.ts'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { BoardDialogs } from './board-dialogs.tsx'
import { ConnectionLine } from './connection-line.tsx'
import type { HostRequests } from './host-requests.ts'
import type { Room } from './room/open-room.ts'
import { useKeyboardEdge } from './use-keyboard-edge.ts'
import { useTopEdge } from './use-top-edge.ts'
import classes from './whiteboard.module.css'

interface ChromeProps {
  room: Room
  hostRequests: HostRequests
  /** Of the URL with which the board was opened. */
  firstHash: string
}

/** The interface around the board. It fades during gestures. */
export const Chrome = memo(function Chrome(props: ChromeProps) {
  const [isForAudience] = useState(() => isAudienceWindow(browserLocation.query()))
  return isForAudience ? <AudienceView /> : <BoardInterface {...props} />
})

function BoardInterface({ room, hostRequests, firstHash }: ChromeProps) {
  const { t } = useTranslation('board')
  const { ui } = useBoard()
  const narrow = useMediaQuery('(max-width: 43.75em)', false, { getInitialValueInEffect: false })
  const focusMode = useSignal(ui.focusMode)
  const isSlideshow = useDerived(ui, isSlideshowOpen)
  const fileInsertion = useInsertFiles()
  const middle = useTopEdge(narrow)
  useHostRequests(hostRequests, fileInsertion)
  useRegionKeys()
  useKeyboardEdge()
  useEffect(() => {
    preloadPanels()
    missedChangesPanel.preloadWhenIdle()
    pageSuggestions.preloadWhenIdle()
  }, [])

  return (
    <FadingInterface isHidden={focusMode || isSlideshow}>
      <MissedChangesReader />
      <EmptyHint narrow={narrow} />
      <MediaLayer />
      <SuggestionMarks />
      <SuggestingMark />
      <ScreenReaderAnnouncer />
      <SuggestionAnnouncer />
      <ContextMenu />
      <LockedMark />
      <div className={classes.top}>
        <div className={classes.topLeft}>
          <TopLeft narrow={narrow} onSelectFiles={() => fileInsertion.openFilePicker()} />
        </div>
        <div className={classes.topRight} data-region>
          <TopRight room={room} narrow={narrow} />
        </div>
      </div>
      <div ref={middle} className={classes.topMiddle} data-region>
        <div className={classes.banners}>
          <ConnectionLine />
          <AnnouncementLine />
          <PresentingLine />
          <MissedChangesPill narrow={narrow} />
          <ViewOnly />
          <GuestBanner />
        </div>
        <SuggestionList />
      </div>
      {!narrow && (
        <>
          <div className={classes.bottomLeft}>
            <Minimap />
            <ZoomBar />
          </div>
          <div className={classes.bottomRight}>
            <RovingBar label={t('helpBar')}>
              <BarButton
                label={t('commands.openHelp')}
                shortcut="?"
                Icon={IconHelp}
                onClick={() => ui.open({ type: 'help' })}
              />
            </RovingBar>
          </div>
        </>
      )}
      <div className={classes.bottom}>
        <FollowingLine />
        <MessageLine />
        <TransferList />
        {fileInsertion.elements}
        {narrow && (
          <div className={classes.phoneSteps}>
            <UndoBar />
          </div>
        )}
        {narrow && <Properties narrow />}
        <Toolbar narrow={narrow} />
      </div>
      {!narrow && <Properties narrow={false} />}
      {focusMode && !isSlideshow && (
        <Button
          className={classes.leaveFocus ?? ''}
          variant="default"
          size="compact-sm"
          onClick={ui.toggleFocusMode}
        >
          {t('leaveFocus')}
        </Button>
      )}
      <LazyFindPanel />
      <StampsPanel
        onPlace={fileInsertion.insertDrawing}
        onSelectFiles={() => fileInsertion.openFilePicker()}
      />
      <LazyMissedChangesPanel />
      <BoardDialogs firstHash={firstHash} />
    </FadingInterface>
  )
}

/** Apart, so that the start and end of a gesture do not render the whole interface again. */
function FadingInterface({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const busy = useSignal(useBoard().board.state.busy)
  return (
    <div
      className={classes.chrome}
      data-busy={busy}
      data-focus-mode={isHidden}
      onMouseDown={keepFocusOnBoard}
    >
      {children}
    </div>
  )
}

const isSlideshowOpen = ({ dialog }: BoardUi): boolean => dialog.value?.type === 'slides'

/** A click on the interface keeps keyboard focus on the board, except in fields. */
function keepFocusOnBoard(event: MouseEvent) {
  const target = event.target as Element
  if (
    !target.closest(
      'input, textarea, select, aside, search, [contenteditable], [role="dialog"], [role="slider"]',
    )
  )
    event.preventDefault()
}

function TopLeft({ narrow, onSelectFiles }: { narrow: boolean; onSelectFiles(): void }) {
  const { t } = useTranslation('board')
  const { space, ui } = useBoard()
  const undecidedCount = useUndecidedCount()
  return (
    <RovingBar label={t('boardBar')}>
      <BoardMenu onSelectFiles={onSelectFiles} />
      {!narrow &&
        (isAtLeast(space.role, 'admin') ? (
          <BarButton
            label={t('menu.renameOf', { name: space.name })}
            tooltipPosition="bottom"
            onClick={() => ui.open({ type: 'rename' })}
          >
            <span className={classes.name}>{space.name}</span>
          </BarButton>
        ) : (
          <span className={`${classes.name} ${classes.still}`}>{space.name}</span>
        ))}
      {!narrow && <Rule />}
      <PagesMenu {...(narrow ? { boardName: space.name } : {})} />
      <SaveLine short={narrow} undecidedCount={undecidedCount} />
    </RovingBar>
  )
}

function TopRight({ room, narrow }: { room: Room; narrow: boolean }) {
  const { t } = useTranslation('board')
  const { board, space, ui } = useBoard()
  const usedKeys = useMemo(() => [...board.tools, ...board.commands].flatMap(({ keys }) => keys), [board])
  const photos = useDerived(room.visit, getPhotos, hasSamePhotos)
  const getColor = useCallback(
    (uid: string) =>
      [...room.visit.presence.people.peek().values()].find((person) => person.uid === uid)?.color,
    [room],
  )
  const getPhoto = (uid: string) => photos.get(uid) ?? null
  const canInvite = isAtLeast(space.role, 'editor')
  const isTiny = useMediaQuery('(max-width: 25em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <PeopleBar room={isTiny ? 'tiny' : narrow ? 'narrow' : 'wide'} getPhoto={getPhoto} />
      {!narrow && <PresentButton />}
      <VoiceButton
        wid={space.wid}
        opened={new URLSearchParams(browserLocation.query()).get('voice') === '1'}
        usedKeys={usedKeys}
        getColor={getColor}
      />
      <Bell className={classes.bell ?? ''} />
      <Button
        className={classes.share ?? ''}
        variant={canInvite ? 'filled' : 'default'}
        leftSection={narrow ? null : <IconUserPlus size={18} stroke={1.5} />}
        aria-label={t(canInvite ? 'share' : 'menu.members')}
        data-testid="share"
        onClick={() => ui.open({ type: 'members' })}
      >
        {narrow ? <IconUserPlus size={20} stroke={1.5} /> : t(canInvite ? 'share' : 'menu.members')}
      </Button>
    </>
  )
}

function getPhotos({ presence }: Room['visit']): ReadonlyMap<string, string | null> {
  return new Map([...presence.people.value.values()].map(({ uid, photo }) => [uid, photo]))
}

function hasSamePhotos(
  a: ReadonlyMap<string, string | null>,
  b: ReadonlyMap<string, string | null>,
): boolean {
  return a.size === b.size && [...a].every(([uid, photo]) => b.has(uid) && b.get(uid) === photo)
}

const hasSelection = ({ state }: Board): boolean => state.selection.value.length > 0

/** Style of the selection, or of what the active tool creates. */
function Properties({ narrow }: { narrow: boolean }) {
  const { board } = useBoard()
  const container = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ w: 1280, h: 800 })
  const isEditing = useSignal(board.state.editing) !== null
  const showsSelection = useDerived(board, hasSelection) || isEditing
  const tool = useSignal(board.state.tool)
  const isDrawingTool = board.tools.find(({ id }) => id === tool)?.creates !== undefined
  useEffect(() => {
    const element = container.current
    if (!element) return
    const observer = new ResizeObserver(() => setView({ w: element.clientWidth, h: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [narrow])
  if (!board.canUse('rect')) return null
  const properties = (showsSelection || isDrawingTool) && (
    <LazyProperties of={showsSelection ? 'selection' : 'tool'} view={narrow ? null : view} />
  )
  if (narrow) return properties
  return (
    <div ref={container} className={classes.whole}>
      {properties}
    </div>
  )
}

/** Handles requests that the board cannot handle itself. */
function useHostRequests(
  hostRequests: HostRequests,
  fileInsertion: Pick<ReturnType<typeof useInsertFiles>, 'openFilePicker' | 'insertFiles' | 'insertDrawing'>,
) {
  const { t } = useTranslation('board')
  const { board, files, space, ui } = useBoard()
  const handleRequest = useEffectEvent(async (hostRequest: HostRequest) => {
    if (hostRequest.type === 'pickFiles') {
      const { x, y, zoom } = board.state.camera.peek()
      return fileInsertion.openFilePicker({
        x: (hostRequest.at.x - x) * zoom,
        y: (hostRequest.at.y - y) * zoom,
      })
    }
    if (hostRequest.type === 'openFiles') return fileInsertion.insertFiles(hostRequest.files, hostRequest.at)
    if (hostRequest.type === 'editLink') return void (ui.linkEditor.value = true)
    if (hostRequest.type === 'openLink') return openLink(hostRequest.href, board, space.wid)
    if (hostRequest.type === 'insertDrawing') return fileInsertion.insertDrawing(hostRequest)
    if (hostRequest.to === 'file') return ui.open({ type: 'export', as: hostRequest.as })
    const theme = document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'
    try {
      const { as } = hostRequest
      const { exportBoard, initialChoice } = await loadExport()
      const choice = { ...initialChoice, as, theme } as const
      const image = await exportBoard(board, { files, title: space.name }, choice)
      if (!image) return toasts.note(t('export.nothing'))
      await copyImage(image.blob)
      toasts.note(t('common:act.copied'))
    } catch (error) {
      // The browser can refuse clipboard access; the dialog offers a file instead.
      toasts.note(t(isLoadError(error) ? 'common:failures.chunk' : 'clipboardDenied'))
    }
  })
  useEffect(() => hostRequests.setHandler((hostRequest) => void handleRequest(hostRequest)), [hostRequests])
}
