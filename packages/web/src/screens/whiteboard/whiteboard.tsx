import { Button } from '@mantine/core'
import { codes, Refusal } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText, isOffline, isRefusal } from '../../platform/failure.ts'
import { deleteCachedBoard, getCachedSpace } from '../../platform/offline/cached-boards.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { invites, session } from '../../state/index.ts'
import { loadBoardFonts } from '../../ui/board-fonts.ts'
import { BoardFallback, BoardPlaceholder } from './board-fallback.tsx'
import { OpenRoom } from './open-room.tsx'

/** The board screen; the URL names the board (`w`), the page (`p`) and an element (`o`). */
export function Whiteboard() {
  const [query] = useSearchParams()
  const wid = query.get('w') ?? ''
  const uid = useSignal(session.userInfo)?.uid
  // Preloaded before the board, because fonts that load later change every line of text.
  useEffect(loadBoardFonts, [])
  if (wid === '') return <NoBoard />
  // While signing out, no board is opened.
  return uid ? <Opening key={`${wid} ${uid}`} wid={wid} uid={uid} /> : null
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
const answerWithinMs = 2_000

/** The space as cached, if the server does not answer; undefined while it may, or if nothing is cached. */
function useCachedSpace(wid: string, uid: string, wanted: boolean, unreachable: boolean): Space | undefined {
  const [kept, setKept] = useState<Space>()
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let gone = false
    const read = async () => {
      const found = await getCachedSpace({ uid, wid }).catch(() => null)
      if (found && !gone) setKept(found)
    }
    void read()
    const stop = clock.after(answerWithinMs, () => setLate(true))
    return () => {
      gone = true
      stop()
    }
  }, [wid, uid, wanted])
  return unreachable || late ? kept : undefined
}

/** Checks access. Without it, redirects to the pending invite, else to the access request. */
function Opening({ wid, uid }: { wid: string; uid: string }) {
  const { t } = useTranslation('board')
  const navigate = useNavigate()
  const {
    data: known,
    error,
    failureReason,
    refetch,
    isFetching,
  } = useQuery(callQuery(api.space.info, { query: { wid } }, { quiet: true }))
  const kept = useCachedSpace(wid, uid, known === undefined, isOffline(failureReason))
  const space = known ?? (error instanceof Refusal ? undefined : kept)
  useTitle(space?.name)
  const isStranger = isRefusal(error, codes.not_found.code)
  useEffect(() => {
    if (!isStranger) return
    void deleteCachedBoard({ uid, wid }).catch(() => undefined)
    const place = invites.getToken(wid) === null ? 'request-access' : 'invite-loading'
    void navigate(`/${place}?w=${encodeURIComponent(wid)}`, { replace: true })
  }, [isStranger, navigate, uid, wid])

  // Members have nothing to accept.
  useEffect(() => {
    if (known !== undefined) invites.remove(wid)
  }, [known, wid])

  if (space !== undefined && !isStranger) return <OpenRoom space={space} uid={uid} />
  if (isRefusal(error, codes.invalid.code)) return <NoBoard />
  if (error !== null && !isStranger && !isFetching)
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
