import { Button, CloseButton, Modal, Progress, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText } from '../../platform/failure.ts'
import { inflate } from '../../platform/inflate.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useBoard } from '../board-panels/index.ts'
import { BoardHistory, type History } from './history.ts'
import classes from './history.module.css'
import { HistorySession } from './history-session.tsx'
import { createHistoryReader } from './past/history-reader.ts'

/** How often new edits of others are added to the time line, ms. */
const catchUpEveryMs = 5_000

interface HistoryViewProps {
  /** Marks the changes since this version from the start. */
  since: number | null
  /** Filters by this element from the start. */
  record: string | null
  onClose(): void
}

/** The history of a board on the whole screen: a read-only board, its time line and its versions. */
export function HistoryView({ since, record, onClose }: HistoryViewProps) {
  const { t } = useTranslation('board')
  const { space, replica } = useBoard()
  const { wid } = space
  const [history, setHistory] = useState<History | null>(null)
  /** Escape first closes something smaller. */
  const [hasOverlay, setHasOverlay] = useState(false)
  useEffect(() => {
    const created = new BoardHistory({
      reader: createHistoryReader({ wid, calls: api.space, inflate }),
      timeline: (signal) => api.space.timeline({ query: { wid } }, { signal, quiet: true }),
      clock,
    })
    setHistory(created)
    if (record !== null) void created.setFilter({ record })
    void created.open(since ?? undefined).then(() => (since === null ? undefined : created.compareTo(since)))
    let cancel: () => void
    const scheduleCatchUp = (): void => {
      cancel = clock.after(catchUpEveryMs, () => {
        scheduleCatchUp()
        if (created.progress.peek() === null)
          created.catchUp(replica.seq).catch(() => {
            // Retried soon; what is shown stays valid.
          })
      })
    }
    scheduleCatchUp()
    return () => {
      cancel()
      created.dispose()
    }
  }, [wid, since, record, replica])
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      closeOnEscape={!hasOverlay}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content aria-label={t('history.title')} radius={0} className={classes.content ?? ''}>
        <Modal.Body className={classes.body ?? ''} data-testid="history">
          <header className={classes.head}>
            <h2>{t('history.title')}</h2>
            <span className={classes.of}>{space.name}</span>
            <CloseButton aria-label={t('history.close')} onClick={onClose} />
          </header>
          {history && <HistoryContent history={history} onOverlayChange={setHasOverlay} onClose={onClose} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface HistoryContentProps {
  history: History
  onOverlayChange(hasOverlay: boolean): void
  onClose(): void
}

function HistoryContent({ history, onOverlayChange, onClose }: HistoryContentProps) {
  const { t } = useTranslation('board')
  const state = useSignal(history.state)
  const document = useSignal(history.document)
  if (state.at === 'failed')
    return (
      <div className={classes.middle} data-alone>
        <EmptyState title={t('history.failed')} text={getFailureText(state.error)} role="alert">
          <Button onClick={() => void history.open()}>{t('common:act.tryAgain')}</Button>
          <Button variant="default" onClick={onClose}>
            {t('history.close')}
          </Button>
        </EmptyState>
      </div>
    )
  if (state.at === 'loading' || document === null)
    return <HistorySkeleton history={history} onClose={onClose} />
  return (
    <HistorySession
      history={history}
      document={document}
      onOverlayChange={onOverlayChange}
      onClose={onClose}
    />
  )
}

/** Placeholder with the layout of the history. */
function HistorySkeleton({ history, onClose }: { history: History; onClose(): void }) {
  const { t } = useTranslation('board')
  const progress = useSignal(history.progress) ?? 0
  return (
    <>
      <div className={classes.middle} aria-busy="true" role="status">
        <div className={classes.waiting}>
          <span>{t('history.loading')}</span>
          <Progress value={100 * progress} aria-label={t('history.loading')} />
          <Button variant="default" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
        </div>
      </div>
      <div className={classes.panel} aria-hidden="true">
        <div className={classes.acts}>
          {[70, 48, 48, 48, 48].map((height, i) => (
            <Skeleton key={i} height={height} radius="md" />
          ))}
        </div>
      </div>
    </>
  )
}
