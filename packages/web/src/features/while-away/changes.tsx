import { Button, Skeleton } from '@mantine/core'
import type { Action } from '@tavla/canvas/model'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { deviceKey } from '../../platform/network/call-query.ts'
import { getFailureText } from '../../platform/failure.ts'
import { timeAgo } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextDifference } from '../../ui/text-difference/text-difference.tsx'
import { type MissedChanges, useBoard, usePersonNames, usePersonPaint } from '../board-panels/index.ts'
import { getActionText } from '../history/index.ts'
import { type AwayAction, longestSummary, readActions } from './away-actions.ts'
import classes from './away-panel.module.css'
import { Side, Sides } from './cards/side.tsx'

/** More actions are listed in history. */
const shownAtMost = 30
/** Actions after which the same elements exist in another state, so both states are shown. */
const twoSided: ReadonlySet<Action['verb']> = new Set([
  'move',
  'resize',
  'restyle',
  'reorder',
  'reparent',
  'connect',
])

/** Actions of others since the user's last visit. */
export function Changes({ isOnlyPart }: { isOnlyPart: boolean }) {
  const { t } = useTranslation('board')
  const { ui } = useBoard()
  const headingId = useId()
  const news = useSignal(ui.news)
  if (news === null) return isOnlyPart ? <p className={classes.quiet}>{t('away.nothing')}</p> : null
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId}>{t('away.changes')}</h3>
      <Actions news={news} />
      <Button
        size="compact-sm"
        variant="default"
        className={classes.start ?? ''}
        onClick={() => {
          ui.away.value = null
          ui.open({ type: 'history', since: news.seen })
        }}
      >
        {t('away.act.history')}
      </Button>
    </section>
  )
}

function Actions({ news }: { news: MissedChanges }) {
  const { t } = useTranslation('board')
  const { replica, space, socket } = useBoard()
  const isOnline = useSignal(socket) === 'open'
  const isShort = news.head - news.seen <= longestSummary
  const { data, error, refetch } = useQuery({
    queryKey: deviceKey('away', space.wid, news.seen, news.head),
    queryFn: ({ signal }) => readActions(space.wid, news, replica.actor.peek().uid, signal),
    enabled: isShort,
    staleTime: Infinity,
  })
  const shown = (data ?? []).slice(0, shownAtMost)
  const people = [...Map.groupBy(shown, ({ act }) => act.uid)]
  const getName = usePersonNames(shown.flatMap(({ act }) => [act.uid, act.suggester ?? act.uid]))
  const getPaint = usePersonPaint()
  if (!isShort) return <p className={classes.quiet}>{t('away.news', { people: news.people })}</p>
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
        {actions.map((one) => (
          <ActionCard key={one.act.first} {...one} getName={getName} />
        ))}
      </ul>
    </div>
  ))
}

function ActionCard({ act, before, getName }: AwayAction & { getName: (uid: string) => string }) {
  const { t, i18n } = useTranslation('board')
  const { board } = useBoard()
  const there = [...act.ids].filter((id) => board.document.get(id) !== undefined)
  const isTwoSided = twoSided.has(act.verb) && before.length > 0
  return (
    <li className={classes.card} data-testid="change">
      <div className={classes.what}>
        <strong>{getActionText(act, getName, t)}</strong>
        <span className={classes.when}>
          {timeAgo(new Date(act.to).toISOString(), clock.now(), i18n.language)}
        </span>
      </div>
      {act.text && act.verb === 'text' ? (
        <div className={classes.text}>
          <TextDifference before={act.text.before} after={act.text.after} />
        </div>
      ) : isTwoSided ? (
        <Sides
          before={{ caption: t('away.side.before'), entries: before }}
          after={{ caption: t('away.side.after'), entries: act.samples }}
          moved={t('away.side.beforeToAfter')}
        />
      ) : (
        <Side caption={null} entries={act.samples} />
      )}
      {there.length > 0 && (
        <div className={classes.acts}>
          <Button size="compact-sm" variant="default" onClick={() => board.viewport.show(there)}>
            {t('away.act.jump')}
          </Button>
        </div>
      )}
    </li>
  )
}
