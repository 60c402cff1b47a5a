import { Progress, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { signal } from '@preact/signals-core'
import { createBoard } from '@tavla/canvas'
import type { Board, StyleStore } from '@tavla/canvas'
import type { Space } from '@tavla/contract'
import type { TFunction } from 'i18next'
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '../../platform/navigation/use-location.ts'
import {
  BoardContext,
  createBoardFiles,
  createBoardUi,
  boardFonts,
  loadFallbackFonts,
  createHostCommands,
  useFocusRing,
} from '../../features/board-panels/index.ts'
import type { OpenBoard } from '../../features/board-panels/index.ts'
import { speakingUids } from '../../features/voice/index.ts'
import { afterPause, clock } from '../../platform/dom/clock.ts'
import { whenIdle } from '../../platform/chunks/idle.ts'
import { browserLocation } from '../../platform/dom/url.ts'
import { openImageStore } from '../../platform/offline/image-store.ts'
import { toasts } from '../../platform/toast.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { settings } from '../../state/index.ts'
import { areLoaded, firstFonts, loadFonts, otherFonts } from '../../ui/fonts/board-fonts.ts'
import { getElementUrl, type ElementTarget } from './element-url.ts'
import { createHostRequests } from './host-requests.ts'
import { ViewUrl } from './view-url.tsx'
import { Chrome } from './chrome.tsx'
import { createCameraStore } from './room/camera-store.ts'
import type { Room } from './room/open-room.ts'
import { createPresencePort } from './room/presence-port.ts'
import classes from './whiteboard.module.css'

/** The board element carries the board as property `board`, for benchmarks and e2e tests. */
type BoardHost = HTMLDivElement & { board?: Board }

const styleStore: StyleStore = {
  load: () => storage.read(keys.boardStyles) ?? {},
  save: (styles) => storage.write(keys.boardStyles, styles as Record<string, Record<string, string>>),
}

interface BoardStageProps {
  space: Space
  room: Room
  /** The pages of the board have loaded. Before that nothing is shown, since an empty board would be wrong. */
  started: boolean
}

/** Switches between the themes, and keeps the choice in the account. */
function useToggleDark(theme: 'light' | 'dark'): () => void {
  const { setColorScheme } = useMantineColorScheme()
  return useCallback(() => {
    const next = theme === 'dark' ? 'light' : 'dark'
    setColorScheme(next)
    void settings.change({ theme: next }).catch(() => undefined)
  }, [theme, setColorScheme])
}

/** The open board for what is shown with it, and for the interface, which is rendered after the board. */
function useBoardContext(open: Omit<OpenBoard, 'space'> | null, space: Space, room: Room) {
  // The room pushes role changes; all controls around the board read the role from here.
  const role = useSignal(room.visit.role) ?? space.role
  const context = useMemo(() => open && { ...open, space: { ...space, role } }, [open, space, role])
  // The interface takes longer to render than the board, which can be used before it.
  const deferred = useDeferredValue(context, null)
  return { context, interfaceContext: deferred?.board === context?.board ? deferred : null }
}

/** The board and the interface around it. */
export function BoardStage({ space, room, started }: BoardStageProps) {
  const { t } = useTranslation('board')
  const host = useFocusRing<BoardHost>()
  const theme = useComputedColorScheme('light')
  const [shownTheme] = useState(() => signal(theme))
  const [hostRequests] = useState(createHostRequests)
  const [firstHash] = useState(useLocation().hash)
  // Without `space`: a change of its name or role re-renders the interface, not the board.
  const [open, setOpen] = useState<Omit<OpenBoard, 'space'> | null>(null)
  useEffect(() => void (shownTheme.value = theme), [shownTheme, theme])
  const toggleDark = useEffectEvent(useToggleDark(theme))
  const translate = useEffectEvent(t)

  const copyLink = useEffectEvent((target: ElementTarget) => copyElementUrl(space.wid, target, t))
  useEffect(() => {
    const element = host.current
    if (!element) return
    const ui = createBoardUi()
    const { uid } = room.replica.actor.peek()
    const stopFollowing = () => element.board?.viewport.follow(null)
    const imageStore = openImageStore(
      { uid, wid: space.wid },
      { indexedDB: globalThis.indexedDB, now: clock.now },
    )
    const files = createBoardFiles({
      wid: space.wid,
      uid,
      imageStore: imageStore,
      waitingFiles: room.waitingFiles,
      replica: room.replica,
      isOnline: room.isOnline,
    })
    loadFallbackFonts()
    const board = createBoard({
      host: element,
      replica: room.replica,
      commands: createHostCommands({
        ui,
        room: room.visit,
        stopFollowing,
        toggleDark: () => toggleDark(),
        copyLink: (target) => void copyLink(target),
      }),
      presence: createPresencePort(room.visit.presence, speakingUids),
      files,
      cameras: createCameraStore(storage, space.wid, {
        getExtent: (page) => room.replica.getLoadingExtent(page) ?? null,
        size: () => ({ w: element.clientWidth, h: element.clientHeight }),
      }),
      drafts: room.drafts,
      styleStore,
      theme: shownTheme,
      fonts: boardFonts,
      preferences: {
        reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
        letterKeys: () => settings.user.peek().letterKeys !== false,
        typeToEdit: () => settings.user.peek().typeToEdit !== false,
      },
      onRequest: hostRequests.send,
      textLabel: (isSuggestion) => translate(isSuggestion ? 'suggestions.text' : 'textLabel'),
      onTextEditorMissing: () => toasts.refuse(translate('common:failures.chunk'), reloadAction(translate)),
      frameTitle: (number) => translate('export.frameOf', { number }),
    })
    element.board = board
    void refreshWithFonts(element, board)
    const { visit, replica, socket, isWorkStored, cacheProblem, undecided } = room
    setOpen({ board, replica, files, ui, undecided, room: visit, socket, isWorkStored, cacheProblem })
    return () => {
      delete element.board
      setOpen(null)
      board.dispose()
      files.dispose()
    }
  }, [host, hostRequests, room, shownTheme, space.wid])
  const board = open?.board
  const { context, interfaceContext } = useBoardContext(open, space, room)
  useEffect(() => void (started && board?.focus()), [board, started])
  useTextEditorAhead(started ? board : undefined)

  return (
    <main className={started ? classes.screen : `${classes.screen} ${classes.coming}`} inert={!started}>
      <div
        ref={host}
        className={classes.host}
        role="application"
        aria-label={t('boardOf', { name: space.name })}
        tabIndex={0}
        data-testid="board"
      />
      {context && started && (
        <BoardContext value={context}>
          <ViewUrl board={context.board} room={room} />
          <LoadingProgress room={room} />
        </BoardContext>
      )}
      {interfaceContext && (
        <BoardContext value={interfaceContext}>
          <Chrome room={room} hostRequests={hostRequests} firstHash={firstHash} />
        </BoardContext>
      )}
    </main>
  )
}

/** Loads the text editor after the board is shown, so that the first edit does not wait for it. */
function useTextEditorAhead(board: Board | undefined): void {
  useEffect(() => {
    // Before menus and panels. A failure is said when somebody begins to edit, which loads it again.
    if (board) afterPause(() => void board.loadTextInput().catch(() => undefined))
  }, [board])
}

const reloadAction = (t: TFunction<'board'>) => ({
  label: t('common:act.reload'),
  run: () => browserLocation.navigate(location.href),
})

/** Canvases are drawn again when fonts have loaded: WebKit says so in no other way than by these promises. */
async function refreshWithFonts(host: BoardHost, board: Board): Promise<void> {
  // Asked before anything is drawn: the canvas requests fonts as well, which have then loaded after they were missed.
  const missing = [firstFonts, otherFonts].filter((families) => !areLoaded(families))
  for (const families of missing) {
    if (families === otherFonts) await new Promise<void>(whenIdle)
    await loadFonts(families)
    // Otherwise the board has been closed meanwhile.
    if (host.board === board) board.fontsLoaded(families)
  }
}

/** Step of the progress, percent: each one renders and repaints, and a large board arrives in hundreds of chunks. */
const progressStep = 4

/** Null if nothing is loading. */
function getLoadedPercent({ replica }: Room): number | null {
  const { complete, loadedBytes, totalBytes } = replica.progress.value
  if (complete || totalBytes === 0) return null
  return Math.floor((loadedBytes / totalBytes) * (100 / progressStep)) * progressStep
}

/** Progress while the rest of a large board loads; the loaded part can be used. */
function LoadingProgress({ room }: { room: Room }) {
  const { t } = useTranslation('board')
  const percent = useDerived(room, getLoadedPercent)
  if (percent === null) return null
  return (
    <Progress
      className={classes.loading ?? ''}
      value={percent}
      size={2}
      radius={0}
      // An animated width is laid out in each frame, on the thread that reads the board.
      transitionDuration={0}
      aria-label={t('opening.loading')}
    />
  )
}

/** Copies the URL of an element and says whether that worked. */
async function copyElementUrl(wid: string, target: ElementTarget, t: TFunction<'board'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(getElementUrl(location.origin, { wid, ...target }))
    toasts.note(t('linkCopied'))
  } catch {
    // The browser may refuse the clipboard at any time.
    toasts.note(t('clipboardDenied'))
  }
}
