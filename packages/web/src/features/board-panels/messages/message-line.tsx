import { Button, CloseButton } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { toasts } from '../../../platform/toast.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import classes from './message-line.module.css'
import { createBoardMessages } from './messages.ts'
import type { BoardMessage, BoardMessages } from './messages.ts'
import { usePersonNames } from '../people/person-names.ts'
import { canSuggestInstead, suggest } from './suggest.ts'
import { getLimitingPresenter } from './limiting-presenter.ts'

/** A message near the bottom: what was refused and why, with one action. */
export function MessageLine() {
  const { t } = useTranslation('board')
  const { board, replica, room } = useBoard()
  const [notices, setNotices] = useState<BoardMessages | null>(null)
  useEffect(() => {
    const made = createBoardMessages(board, replica, clock, () => getLimitingPresenter(room, replica), {
      isOffered: (tried) => canSuggestInstead(tried, replica),
      send(tried) {
        const refusal = suggest(tried, replica)
        toasts.note(t(refusal ? `board.refused.${refusal.refused}` : 'suggestions.sent'))
        board.focus()
      },
    })
    setNotices(made)
    return made.dispose
  }, [board, replica, room, t])
  return (
    <div role="status" aria-live="polite" className={classes.place} data-testid="notice">
      {notices && <Shown notices={notices} />}
    </div>
  )
}

function Shown({ notices }: { notices: BoardMessages }) {
  const { t } = useTranslation('board')
  const notice = useSignal(notices.shown)
  const getName = usePersonNames(notice === null ? [] : getUids(notice))
  if (notice === null) return null
  return (
    <div className={classes.line}>
      <span>{words(notice, t, getName)}</span>
      {notice.type === 'linesPasted' && (
        <Button variant="subtle" size="compact-sm" onClick={notice.split}>
          {t('notice.split')}
        </Button>
      )}
      {notice.type === 'refused' && notice.suggest && (
        <Button variant="subtle" size="compact-sm" onClick={notice.suggest}>
          {t('suggestions.offer')}
        </Button>
      )}
      {notice.type === 'undoBlocked' && notice.anyway && (
        <Button variant="subtle" size="compact-sm" onClick={notice.anyway}>
          {t('notice.undoAnyway')}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('common:act.close')} onClick={notices.close} />
    </div>
  )
}

function getUids(notice: BoardMessage): readonly string[] {
  if (notice.type === 'undoBlocked') return notice.by === null ? [] : [notice.by]
  return notice.type === 'refused' && typeof notice.inside === 'object' ? [notice.inside.by] : []
}

function words(notice: BoardMessage, t: TFunction<'board'>, getName: (uid: string | null) => string): string {
  switch (notice.type) {
    case 'refused':
      if (notice.presenter !== undefined) return t('presenting.refused', { name: notice.presenter })
      if (notice.inside === 'locked') return t('notice.inside.locked')
      if (notice.inside) return t('notice.inside.theirs', { name: getName(notice.inside.by) })
      return t(`board.refused.${notice.reason}`)
    case 'undoBlocked':
      return t(`notice.undoBlocked.${notice.did}`, { name: getName(notice.by) })
    case 'diverged':
      return t('notice.diverged')
    case 'uploadFailed':
      return t('notice.uploadFailed', { name: notice.name })
    case 'linesPasted':
      return t('notice.linesPasted', { count: notice.lines })
  }
}
