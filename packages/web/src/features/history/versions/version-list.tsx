import { ActionIcon, Collapse, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { Action } from '@tavla/canvas/model'
import type { Version } from '@tavla/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { getFailureText } from '../../../platform/failure.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OffersButton, useLimits } from '../../billing/index.ts'
import { useBoard } from '../../board-panels/index.ts'
import { Filters } from '../filters.tsx'
import type { History } from '../history.ts'
import classes from './version-list.module.css'
import { SessionRow } from './session-row.tsx'
import { type Session, getSessions } from './sessions.ts'
import { VersionRow } from './version-row.tsx'

interface VersionListProps {
  history: History
  versions: UseQueryResult<{ readonly list: readonly Version[] }>
  getName(uid: string): string
  getColor(uid: string): string
  /** The user wants to see this action on the board. */
  onShow(action: Action): void
}

type VersionListEntry =
  | { readonly time: number; readonly seq: number; readonly session: Session }
  | { readonly time: number; readonly seq: number; readonly version: Version }

/** Sessions and named versions, by day. */
export function VersionList({ history, versions, getName, getColor, onShow }: VersionListProps) {
  const { t, i18n } = useTranslation('board')
  // The plan belongs to the owner; for others it is a limit of the board.
  const { space } = useBoard()
  const timeline = useSignal(history.timeline)
  const { data: limits } = useLimits(space.wid)
  const filter = useSignal(history.filter)
  const playbackSteps = useSignal(history.playbackSteps)
  // Scrolls to a filter that was set elsewhere.
  const [areFiltersOpen, setFiltersOpen] = useState(filter.record !== null)
  const filtersId = useId()
  const isFiltered =
    filter.uid !== null || filter.frame !== null || filter.since !== null || filter.record !== null
  const getDay = useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' })
    return (time: number) => format.format(time)
  }, [i18n.language])
  const days = useMemo(() => {
    const all = getSessions(timeline?.spells ?? [], filter, getDay)
    // Actions on one record or frame are known for the loaded part only.
    const isNarrow = filter.record !== null || filter.frame !== null
    const sessions = all.filter(
      ({ first, last }) => !isNarrow || playbackSteps.some(({ seq }) => seq >= first && seq <= last),
    )
    return Map.groupBy(getEntries(sessions, versions.data?.list ?? []), ({ time }) => getDay(time))
  }, [timeline, versions.data, filter, playbackSteps, getDay])
  return (
    <section className={classes.moments} aria-label={t('history.moments.title')}>
      <header className={classes.head}>
        <h3>{t('history.moments.title')}</h3>
        <ActionIcon
          variant={isFiltered ? 'light' : 'subtle'}
          color={isFiltered ? 'ember' : 'gray'}
          aria-label={t(isFiltered ? 'history.filter.active' : 'history.filter.title')}
          aria-expanded={areFiltersOpen}
          aria-controls={filtersId}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          <IconFilter size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </header>
      <Collapse expanded={areFiltersOpen} id={filtersId} className={classes.filters ?? ''}>
        <Filters history={history} getName={getName} />
      </Collapse>
      {versions.isError && <FailureNote text={getFailureText(versions.error)} />}
      {days.size === 0 && (
        <Text size="sm" c="var(--tavla-muted)">
          {t(isFiltered ? 'history.moments.filtered' : 'history.moments.none')}
        </Text>
      )}
      {[...days].map(([day, entries]) => (
        <div key={day} role="group" aria-label={day}>
          <h4 className={classes.day}>{getDayText(day, getDay, t)}</h4>
          <ul className={classes.list}>
            {entries.map((entry) =>
              'version' in entry ? (
                <VersionRow
                  key={entry.version.id}
                  version={entry.version}
                  history={history}
                  getName={getName}
                />
              ) : (
                <SessionRow
                  key={entry.session.first}
                  session={entry.session}
                  history={history}
                  getName={getName}
                  getColor={getColor}
                  onShow={onShow}
                />
              ),
            )}
          </ul>
        </div>
      ))}
      {timeline && limits && timeline.days >= 0 && (
        <p className={classes.plan} data-testid="plan">
          {t(`history.plan.${space.role === 'owner' ? 'own' : 'board'}.${timeline.cut ? 'cut' : 'all'}`, {
            count: timeline.days,
            used: limits.history.used,
          })}
          {space.role === 'owner' && (
            <span className={classes.onward}>
              <OffersButton />
            </span>
          )}
        </p>
      )}
    </section>
  )
}

/** Newest first; a named version is above the session that it ends. */
function getEntries(sessions: readonly Session[], versions: readonly Version[]): readonly VersionListEntry[] {
  const entries: VersionListEntry[] = [
    ...versions.map((version): VersionListEntry => ({
      time: Date.parse(version.time),
      seq: version.seq,
      version,
    })),
    ...sessions.map((session): VersionListEntry => ({ time: session.to, seq: session.last, session })),
  ]
  return entries.sort((a, b) => b.seq - a.seq || Number('session' in a) - Number('session' in b))
}

function getDayText(day: string, getDay: (time: number) => string, t: (key: string) => string): string {
  if (day === getDay(clock.now())) return t('history.moments.today')
  return day === getDay(clock.now() - 24 * 3_600_000) ? t('history.moments.yesterday') : day
}
