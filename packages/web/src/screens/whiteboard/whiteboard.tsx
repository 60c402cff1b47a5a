import { Button } from '@mantine/core'
import { codes, Refusal } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText, isOffline, isRefusal } from '../../platform/failure.ts'
import { deleteCachedBoard, getCachedSpace } from '../../platform/offline/cached-boards.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useFullscreenFlag } from '../../platform/desktop/desktop-fullscreen.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { invites, session } from '../../state/index.ts'
import { firstFonts, loadFonts } from '../../ui/fonts/board-fonts.ts'
import { withQueries } from '../../state/with-queries.tsx'
import { BoardFallback, BoardPlaceholder } from './board-fallback.tsx'
import { OpenRoom } from './open-room.tsx'
import { getSpaceQuery } from './space-query.ts'

// Before anything is rendered: fonts that load later change every line of text and have the board painted again.
void loadFonts(firstFonts)

/** The board screen; the URL names the board (`w`), the page (`p`) and an element (`o`). */
export const Whiteboard = withQueries(WhiteboardScreen)

function WhiteboardScreen() {
  const [query] = useSearchParams()
  const wid = query.get('w') ?? ''
  const uid = useSignal(session.userInfo)?.uid
  useFullscreenFlag()
  if (wid === '') return <NoBoard />
  // While signing out, no board is opened.
  return uid ? <OpeningBoard key={`${wid} ${uid}`} wid={wid} uid={uid} /> : null
}

/** The URL names no board, or an invalid one. */
function NoBoard() {
  const { t } = useTranslation('board')
  return (
    <BoardFallback title={t('opening.noBoard.title')} text={t('opening.noBoard.text')}>
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
    </BoardFallback>
  )
}

/** After this time without an answer the cached board is shown, ms. */
const cacheDelayMs = 2_000

/** The space as cached, if the server does not answer; undefined while it may, or if nothing is cached. */
function useCachedSpace(
  wid: string,
  uid: string,
  enabled: boolean,
  isUnreachable: boolean,
): Space | undefined {
  const [cachedSpace, setCachedSpace] = useState<Space>()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!enabled) return
    let isDisposed = false
    const read = async () => {
      const found = await getCachedSpace({ uid, wid }).catch(() => null)
      if (found && !isDisposed) setCachedSpace(found)
    }
    void read()
    const cancelTimer = clock.after(cacheDelayMs, () => setIsLate(true))
    return () => {
      isDisposed = true
      cancelTimer()
    }
  }, [wid, uid, enabled])
  return isUnreachable || isLate ? cachedSpace : undefined
}

/** Checks access. Without it, redirects to the pending invite, else to the access request. */
function OpeningBoard({ wid, uid }: { wid: string; uid: string }) {
  const { t } = useTranslation('board')
  const navigate = useNavigate()
  const { data: loadedSpace, error, failureReason, refetch, isFetching } = useQuery(getSpaceQuery(wid))
  const cachedSpace = useCachedSpace(wid, uid, loadedSpace === undefined, isOffline(failureReason))
  const space = loadedSpace ?? (error instanceof Refusal ? undefined : cachedSpace)
  useTitle(space?.name)
  const isNotFound = isRefusal(error, codes.not_found.code)
  useEffect(() => {
    if (!isNotFound) return
    void deleteCachedBoard({ uid, wid }).catch(() => undefined)
    const screen = invites.getToken(wid) === null ? 'request-access' : 'invite-loading'
    void navigate(`/${screen}?w=${encodeURIComponent(wid)}`, { replace: true })
  }, [isNotFound, navigate, uid, wid])

  // Members have nothing to accept.
  useEffect(() => {
    if (loadedSpace !== undefined) invites.remove(wid)
  }, [loadedSpace, wid])

  if (space !== undefined && !isNotFound) return <OpenRoom space={space} uid={uid} />
  if (isRefusal(error, codes.invalid.code)) return <NoBoard />
  if (error !== null && !isNotFound && !isFetching)
    return (
      <BoardFallback
        role="alert"
        title={t('opening.failed.title')}
        text={
          error instanceof Refusal
            ? getFailureText(error)
            : `${getFailureText(error)} ${t('opening.failed.text')}`
        }
      >
        <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
        <Button component={Link} to="/dashboard" variant="default">
          {t('common:act.toDashboard')}
        </Button>
      </BoardFallback>
    )
  return <BoardPlaceholder />
}
