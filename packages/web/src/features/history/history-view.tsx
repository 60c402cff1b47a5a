import { Button, CloseButton, Modal, Skeleton, Stack } from '@mantine/core'
import type { Board } from '@tavla/canvas'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { clock } from '../../platform/clock.ts'
import { failureWords } from '../../platform/failure.ts'
import { inflate } from '../../platform/inflate.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { Face } from '../../ui/face.tsx'
import { useBoard } from '../board-panels/index.ts'
import { Compare } from './compare.tsx'
import { Filters } from './filters.tsx'
import { createHistory } from './history.ts'
import type { History } from './history.ts'
import classes from './history.module.css'
import { PastBoard } from './past-board.tsx'
import { useVersions } from './queries.ts'
import { pastReader } from './read-past.ts'
import { RestoreSection } from './restore-section.tsx'
import { TimeBar } from './time-bar.tsx'
import { Versions } from './versions.tsx'

interface HistoryViewProps {
  /** Marks what changed since this moment from the start. */
  since: number | null
  onClose(): void
}

/** The board's past: a time line under a board that cannot be changed, and what can be done with a moment. */
export function HistoryView({ since, onClose }: HistoryViewProps) {
  const { t } = useTranslation('board')
  const { space } = useBoard()
  const { wid } = space
  const [history, setHistory] = useState<History | null>(null)
  useEffect(() => {
    const made = createHistory({
      reader: pastReader({ wid, calls: api.space, inflate }),
      timeline: (signal) => api.space.timeline({ query: { wid } }, { signal, quiet: true }),
      clock,
    })
    setHistory(made)
    void made.open(since ?? undefined).then(() => {
      if (since === null) return
      made.goTo(made.timeline.peek()?.head ?? 0)
      made.compareWith(since)
    })
    return () => made.dispose()
  }, [wid, since])
  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Content aria-label={t('history.title')} radius={0} className={classes.content ?? ''}>
        <Modal.Body className={classes.body ?? ''} data-testid="history">
          <header className={classes.head}>
            <h2>{t('history.title')}</h2>
            <CloseButton aria-label={t('history.close')} onClick={onClose} />
          </header>
          {history && <Journey history={history} onClose={onClose} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Journey({ history, onClose }: { history: History; onClose(): void }) {
  const { t } = useTranslation('board')
  const { space } = useBoard()
  const face = useSignal(history.face)
  const document = useSignal(history.document)
  const timeline = useSignal(history.timeline)
  const versions = useVersions(space.wid)
  const [board, setBoard] = useState<Board | null>(null)
  const names = useMemo(
    () => new Map<string, string>(timeline?.people.map(({ uid, name }) => [uid, name])),
    [timeline],
  )
  const nameOf = (uid: string): string => names.get(uid) || t('history.somebody')
  if (face.at === 'failed')
    return (
      <div className={classes.middle}>
        <Face title={t('history.failed')} text={failureWords(face.error)} role="alert">
          <Button onClick={() => void history.open()}>{t('common:act.tryAgain')}</Button>
        </Face>
      </div>
    )
  if (face.at === 'loading' || document === null)
    return (
      <div className={classes.middle} aria-busy="true" aria-label={t('history.loading')}>
        <Skeleton width="min(560px, 80vw)" height="40vh" radius="md" />
      </div>
    )
  return (
    <>
      <PastBoard document={document} history={history} onBoard={setBoard} />
      <aside className={classes.panel} aria-label={t('history.panel')}>
        <Stack gap="lg">
          <Filters history={history} document={document} nameOf={nameOf} />
          <Compare history={history} versions={versions.data?.list ?? []} />
          <Versions history={history} versions={versions} />
          <RestoreSection history={history} board={board} nameOf={nameOf} onDone={onClose} />
        </Stack>
      </aside>
      <TimeBar history={history} nameOf={nameOf} />
    </>
  )
}
