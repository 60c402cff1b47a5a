import { Button, Skeleton } from '@mantine/core'
import type { Action } from '@tavla/canvas/model'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { deviceKey } from '../../platform/network/call-query.ts'
import { getFailureText } from '../../platform/failure.ts'
import { formatTimeAgo } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextDifference } from '../../ui/text-difference/text-difference.tsx'
import { type MissedChanges, useBoard, usePersonNames, usePersonPaint } from '../board-panels/index.ts'
import { getActionText } from '../history/index.ts'
import { type MissedAction, maxSummaryEdits, readMissedActions } from './missed-actions.ts'
import classes from './missed-changes-panel.module.css'
import { Side, Sides } from './cards/side.tsx'

/** More actions are listed in history. */
const maxShown = 30
/** Actions after which the same elements exist in another state, so both states are shown. */
const verbsWithBefore: ReadonlySet<Action['verb']> = new Set([
  'move',
  'resize',
  'restyle',
  'reorder',
  'reparent',
  'connect',
])

/** Actions of others since the user's last visit. */
export function Changes({ isOnlySection }: { isOnlySection: boolean }) {
  const { t } = useTranslation('board')
  const { ui } = useBoard()
  const headingId = useId()
  const missedChanges = useSignal(ui.missedChanges)
  if (missedChanges === null)
    return isOnlySection ? <p className={classes.quiet}>{t('away.nothing')}</p> : null
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId}>{t('away.changes')}</h3>
      <MissedActionList missedChanges={missedChanges} />
      <Button
        size="compact-sm"
        variant="default"
        className={classes.start ?? ''}
        onClick={() => {
          ui.missedPanel.value = null
          ui.open({ type: 'history', since: missedChanges.seen })
        }}
      >
        {t('away.act.history')}
      </Button>
    </section>
  )
}

function MissedActionList({ missedChanges }: { missedChanges: MissedChanges }) {
  const { t } = useTranslation('board')
  const { replica, space, socket } = useBoard()
  const isOnline = useSignal(socket) === 'open'
  const isShort = missedChanges.head - missedChanges.seen <= maxSummaryEdits
  const { data, error, refetch } = useQuery({
    queryKey: deviceKey('away', space.wid, missedChanges.seen, missedChanges.head),
    queryFn: ({ signal }) => readMissedActions(space.wid, missedChanges, replica.actor.peek().uid, signal),
    enabled: isShort,
    staleTime: Infinity,
  })
  const shown = (data ?? []).slice(0, maxShown)
  const people = [...Map.groupBy(shown, ({ action }) => action.uid)]
  const getName = usePersonNames(shown.flatMap(({ action }) => [action.uid, action.suggester ?? action.uid]))
  const getPaint = usePersonPaint()
  if (!isShort) return <p className={classes.quiet}>{t('away.news', { people: missedChanges.people })}</p>
  if (data === undefined && !isOnline) return <p className={classes.quiet}>{t('away.offline')}</p>
  if (error)
    return (
      <div className={classes.section}>
        <FailureNote text={getFailureText(error)} />
        <Button
          size="compact-sm"
          variant="default"
          className={classes.start ?? ''}
          onClick={() => void refetch()}
        >
          {t('common:act.tryAgain')}
        </Button>
      </div>
    )
  if (data === undefined)
    return (
      <div className={classes.list} role="status" aria-label={t('away.loading')}>
        <Skeleton height={20} width={120} />
        <Skeleton height={84} radius={10} />
        <Skeleton height={84} radius={10} />
      </div>
    )
  return people.map(([uid, actions]) => (
    <div key={uid} className={classes.section}>
      <h4 className={classes.person}>
        <span className={classes.dot} style={{ background: getPaint(uid) }} aria-hidden="true" />
        {getName(uid)}
      </h4>
      <ul className={classes.list} aria-label={getName(uid)}>
        {actions.map((item) => (
          <MissedActionCard key={item.action.first} {...item} getName={getName} />
        ))}
      </ul>
    </div>
  ))
}

function MissedActionCard({ action, before, getName }: MissedAction & { getName: (uid: string) => string }) {
  const { t, i18n } = useTranslation('board')
  const { board } = useBoard()
  const existingIds = [...action.ids].filter((id) => board.document.get(id) !== undefined)
  const showsBefore = verbsWithBefore.has(action.verb) && before.length > 0
  return (
    <li className={classes.card} data-testid="change">
      <div className={classes.what}>
        <strong>{getActionText(action, getName, t)}</strong>
        <span className={classes.when}>
          {formatTimeAgo(new Date(action.to).toISOString(), clock.now(), i18n.language)}
        </span>
      </div>
      {action.text && action.verb === 'text' ? (
        <div className={classes.text}>
          <TextDifference before={action.text.before} after={action.text.after} />
        </div>
      ) : showsBefore ? (
        <Sides
          before={{ caption: t('away.side.before'), entries: before }}
          after={{ caption: t('away.side.after'), entries: action.samples }}
          moved={t('away.side.beforeToAfter')}
        />
      ) : (
        <Side caption={null} entries={action.samples} />
      )}
      {existingIds.length > 0 && (
        <div className={classes.acts}>
          <Button size="compact-sm" variant="default" onClick={() => board.viewport.show(existingIds)}>
            {t('away.act.jump')}
          </Button>
        </div>
      )}
    </li>
  )
}
