import { ActionIcon, Loader, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Action } from '@tavla/canvas/model'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { ActionRow } from './action-row.tsx'
import type { History } from '../history.ts'
import classes from './version-list.module.css'
import type { Session } from './sessions.ts'

interface SessionRowProps {
  session: Session
  history: History
  getName(uid: string): string
  getColor(uid: string): string
  onShow(action: Action): void
}

/** Rows of a session rendered at first; more on request, so that a long session opens at once. */
const pageSize = 40

/** A session; it expands to its actions, latest first. */
export function SessionRow({ session, history, getName, getColor, onShow }: SessionRowProps) {
  const { t, i18n } = useTranslation('board')
  const { first, last, from, to, uids } = session
  const seq = useSignal(history.seq)
  const playbackSteps = useSignal(history.playbackSteps)
  const earliestSeq = useSignal(history.earliestSeq)
  const [expanded, setExpanded] = useState(false)
  const listId = useId()
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  const names = uids.slice(0, 2).map(getName)
  if (uids.length > 2) names.push(t('history.news.others', { count: uids.length - 2 }))
  const isLoaded = first > earliestSeq
  const changes = playbackSteps.filter((step) => step.seq >= first && step.seq <= last).length
  const range = time.formatRange(from, to)
  const toggle = (): void => {
    setExpanded(!expanded)
    if (!expanded && !isLoaded) void history.load(first - 1)
  }
  return (
    <li className={classes.session}>
      <div className={classes.sessionHead}>
        <button
          type="button"
          className={classes.row}
          aria-current={seq >= first && seq <= last}
          onClick={() => void history.goTo(last)}
        >
          <span className={classes.people} aria-hidden="true">
            {uids.slice(0, 3).map((uid) => (
              <span key={uid} style={{ background: getColor(uid) }} />
            ))}
          </span>
          <span className={classes.words}>
            <span>{range}</span>
            <span className={classes.quiet}>
              {new Intl.ListFormat(i18n.language).format(names)}
              {isLoaded && <> · {t('history.moments.changes', { count: changes })}</>}
            </span>
          </span>
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('history.session.expand', { range })}
          aria-expanded={expanded}
          aria-controls={listId}
          onClick={toggle}
        >
          <IconChevronDown className={classes.chevron} size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
      <div id={listId}>
        {expanded && <ActionList session={session} history={history} getName={getName} onShow={onShow} />}
      </div>
    </li>
  )
}

function ActionList({ session, history, getName, onShow }: Omit<SessionRowProps, 'getColor'>) {
  const { t } = useTranslation('board')
  const all = useSignal(history.actions)
  const isReading = useSignal(history.isReading)
  const filter = useSignal(history.filter)
  const [shown, setShown] = useState(pageSize)
  const actions = useMemo(
    () =>
      all
        .filter(({ last, uid, ids, frame }) => {
          if (last < session.first || last > session.last) return false
          if (filter.uid !== null && filter.uid !== uid) return false
          if (filter.record !== null && !ids.has(filter.record)) return false
          return filter.frame === null || frame?.id === filter.frame || ids.has(filter.frame)
        })
        .reverse(),
    [all, filter, session],
  )
  if (actions.length === 0)
    return (
      <div className={classes.none} role="status">
        {isReading ? <Loader size="xs" aria-label={t('history.loading')} /> : t('history.session.none')}
      </div>
    )
  return (
    <>
      <ul className={classes.acts}>
        {actions.slice(0, shown).map((action) => (
          <ActionRow
            key={`${action.first} ${action.uid}`}
            action={action}
            history={history}
            getName={getName}
            onShow={onShow}
          />
        ))}
      </ul>
      {actions.length > shown && (
        <button type="button" className={classes.more} onClick={() => setShown(shown + 5 * pageSize)}>
          <Text span size="sm">
            {t('history.session.more', { count: actions.length - shown })}
          </Text>
        </button>
      )}
    </>
  )
}
