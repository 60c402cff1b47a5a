import { Button, CloseButton } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/clock.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { useBoard } from './board-context.ts'
import classes from './notice-line.module.css'
import { boardNotices } from './notices.ts'
import type { BoardNotice, BoardNotices } from './notices.ts'
import { presenterOver } from './presenter-over.ts'

/** A calm line near the bottom: what was not taken and why, and the one thing that can be done about it. */
export function NoticeLine() {
  const { board, replica, room } = useBoard()
  const [notices, setNotices] = useState<BoardNotices | null>(null)
  useEffect(() => {
    const made = boardNotices(board, replica, clock, () => presenterOver(room, replica))
    setNotices(made)
    return made.dispose
  }, [board, replica, room])
  return (
    <div role="status" aria-live="polite" className={classes.place} data-testid="notice">
      {notices && <Shown notices={notices} />}
    </div>
  )
}

function Shown({ notices }: { notices: BoardNotices }) {
  const { t } = useTranslation('board')
  const notice = useSignal(notices.shown)
  if (notice === null) return null
  return (
    <div className={classes.line}>
      <span>{words(notice, t)}</span>
      {notice.type === 'skipped' && (
        <Button variant="subtle" size="compact-sm" onClick={notice.takeOver}>
          {t('notice.takeMine')}
        </Button>
      )}
      {notice.type === 'pasteChoice' &&
        (['text', 'stickies'] as const).map((as) => (
          <Button key={as} variant="subtle" size="compact-sm" onClick={() => notice.choose(as)}>
            {t(`notice.pasteAs.${as}`)}
          </Button>
        ))}
      <CloseButton size="sm" aria-label={t('common:act.close')} onClick={notices.close} />
    </div>
  )
}

function words(notice: BoardNotice, t: TFunction<'board'>): string {
  switch (notice.type) {
    case 'refused':
      if (notice.presenter !== undefined) return t('presenting.refused', { name: notice.presenter })
      return t(`board.refused.${notice.reason}`)
    case 'skipped':
      return t('notice.skipped', { count: notice.count })
    case 'uploadFailed':
      return t('notice.uploadFailed', { name: notice.name })
    case 'pasteChoice':
      return t('notice.pasteChoice', { count: notice.lines })
  }
}
