import { Button } from '@mantine/core'
import { effect } from '@preact/signals-core'
import type { Space } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { UnsentNote } from '../../features/account/index.ts'
import { LazyUnsentWorkList } from '../../features/while-away/index.ts'
import { clock } from '../../platform/dom/clock.ts'
import { holdIdleWork } from '../../platform/chunks/idle.ts'
import { newerPage } from '../../platform/offline/newer-page.ts'
import { useDerived, useSignal, useSignalEffect } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { BoardFallback, BoardPlaceholder } from './board-fallback.tsx'
import { BoardStage } from './board-stage.tsx'
import { openRoom } from './room/open-room.ts'
import type { Room } from './room/open-room.ts'
import classes from './whiteboard.module.css'

/** After this time without a board the reason is shown, ms. */
const slowMs = 5_000

/** Joins the room of a space and shows its board once it has loaded. */
export function OpenRoom({ space, uid }: { space: Space; uid: string }) {
  const { t } = useTranslation('board')
  const [room, setRoom] = useState<Room | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // Only the initial value; later changes come from the room and must not reopen it.
  const [initialSpace] = useState(space)

  useEffect(() => {
    let hasLeft = false
    let opened: Room | null = null
    openRoom({ uid, space: initialSpace }).then(
      (next) => {
        opened = next
        if (hasLeft) next.leave()
        else setRoom(next)
      },
      (error: unknown) => {
        console.error('The board could not be opened', error)
        if (!hasLeft) setFailed(true)
      },
    )
    return () => {
      hasLeft = true
      opened?.leave()
      setRoom(null)
    }
  }, [uid, initialSpace, attempt])

  useIdleWorkAfterBoard(room, failed)

  if (failed)
    return (
      <BoardFallback role="alert" title={t('opening.failed.title')} text={t('opening.failed.text')}>
        <Button
          onClick={() => {
            setFailed(false)
            setAttempt((n) => n + 1)
          }}
        >
          {t('common:act.tryAgain')}
        </Button>
      </BoardFallback>
    )
  return room === null ? <BoardPlaceholder /> : <OpenedRoom space={space} uid={uid} room={room} />
}

/** Menus and panels load after the board is complete, so that they take nothing from it. */
function useIdleWorkAfterBoard(room: Room | null, failed: boolean): void {
  useEffect(() => {
    if (failed) return
    const release = holdIdleWork()
    const stop = effect(() => {
      if (room?.replica.progress.value.complete) release()
    })
    return () => {
      stop()
      release()
    }
  }, [room, failed])
}

const isStarted = ({ progress }: Room['replica']): boolean => progress.value.started
const getPeopleCount = ({ presence }: Room['visit']): number => presence.people.value.size

/** Chooses what to show by the state of the room. */
function OpenedRoom({ space, uid, room }: { space: Space; uid: string; room: Room }) {
  const { visit, replica } = room
  const socket = useSignal(room.socket)
  const refusal = useSignal(visit.refusal)
  const started = useDerived(replica, isStarted)
  useSignalEffect(() => session.setRole(visit.role.value ?? replica.actor.value.role))
  const peopleCount = useDerived(visit, getPeopleCount)
  useEffect(() => session.onlineChanged(), [peopleCount])
  useEffect(() => () => session.setRole(null), [])

  if (refusal !== null && !refusal.retry) return <AccessRemoved wid={space.wid} uid={uid} />
  if (!started && socket === 'outdated') return <Outdated />
  // The board is mounted invisibly while the room answers, and shown once it has loaded.
  return (
    <>
      <BoardStage space={space} room={room} started={started} />
      {!started && <WaitingForRoom refused={refusal !== null} onReconnect={room.reconnect} />}
    </>
  )
}

/** Loading; after a while it explains the delay and that it keeps trying. */
function WaitingForRoom({ refused, onReconnect }: { refused: boolean; onReconnect(): void }) {
  const { t } = useTranslation('board')
  const [isSlow, setSlow] = useState(false)
  useEffect(() => clock.after(slowMs, () => setSlow(true)), [])
  return (
    <BoardPlaceholder>
      {(isSlow || refused) && (
        <div className={classes.waiting} role="status">
          <span>{t(refused ? 'opening.refused' : 'opening.long')}</span>
          <Button size="compact-sm" variant="light" onClick={onReconnect}>
            {t('common:act.tryAgain')}
          </Button>
        </div>
      )}
    </BoardPlaceholder>
  )
}

/** The server requires a newer page, which is loaded once, automatically. */
function Outdated() {
  const { t } = useTranslation('board')
  const isStillOutdated = useSignal(newerPage.isStillOutdated)
  useEffect(() => newerPage.outdated(), [])
  return (
    <BoardFallback
      role="alert"
      title={t('opening.outdated.title')}
      text={t(isStillOutdated ? 'opening.outdated.inVain' : 'opening.outdated.text')}
    >
      <Button onClick={() => newerPage.now()}>{t('common:act.reload')}</Button>
    </BoardFallback>
  )
}

/** Access ended while the board was open. */
function AccessRemoved({ wid, uid }: { wid: string; uid: string }) {
  const { t } = useTranslation('board')
  return (
    <BoardFallback
      role="alert"
      title={t('opening.removed.title')}
      text={
        <>
          {t('opening.removed.text')}
          <UnsentNote uid={uid} wid={wid} />
        </>
      }
    >
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
      <Button component={Link} to={`/request-access?w=${encodeURIComponent(wid)}`} variant="default">
        {t('opening.removed.ask')}
      </Button>
      <div className={classes.keptWork}>
        <LazyUnsentWorkList uid={uid} wid={wid} />
      </div>
    </BoardFallback>
  )
}
