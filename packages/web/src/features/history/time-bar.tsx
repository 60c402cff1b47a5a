import { Button, Slider } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/clock.ts'
import { failureWords } from '../../platform/failure.ts'
import { timeAgo } from '../../platform/format.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { personColor } from '../../ui/people-colors.ts'
import { BarButton } from '../board-panels/index.ts'
import type { History } from './history.ts'
import classes from './time-bar.module.css'
import { stripOf } from './stops.ts'

const stripParts = 160

interface TimeBarProps {
  history: History
  nameOf(uid: string): string
}

/** Play, step and scrub through what the filter leaves. */
export function TimeBar({ history, nameOf }: TimeBarProps) {
  const { t } = useTranslation('board')
  const stops = useSignal(history.stops)
  const place = useSignal(history.place)
  const playing = useSignal(history.playing)
  const hasEarlier = useSignal(history.hasEarlier)
  return (
    <div className={classes.bar} role="group" aria-label={t('history.timeLine')}>
      <Scrubber history={history} nameOf={nameOf} />
      <div className={classes.controls}>
        <BarButton
          label={t('history.previous')}
          shortcut="ArrowLeft"
          Icon={IconPlayerTrackPrev}
          disabled={place === 0}
          onClick={() => void history.goToPlace(place - 1)}
        />
        <BarButton
          label={t(playing ? 'history.pause' : 'history.play')}
          shortcut="Space"
          Icon={playing ? IconPlayerPause : IconPlayerPlay}
          disabled={stops.length === 0}
          onClick={() => (playing ? history.pause() : history.play())}
        />
        <BarButton
          label={t('history.next')}
          shortcut="ArrowRight"
          Icon={IconPlayerTrackNext}
          disabled={place >= stops.length}
          onClick={() => void history.goToPlace(place + 1)}
        />
        <Moment history={history} nameOf={nameOf} />
        <span className={classes.count}>{t('history.place', { place, count: stops.length })}</span>
        {hasEarlier && (
          <Button variant="default" size="compact-sm" onClick={() => void history.earlier()}>
            {t('history.earlier')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** When it was and who did it; how long it takes while something is fetched. */
function Moment({ history, nameOf }: TimeBarProps) {
  const { t, i18n } = useTranslation('board')
  const stops = useSignal(history.stops)
  const place = useSignal(history.place)
  const work = useSignal(history.work)
  const trouble = useSignal(history.trouble)
  const stop = stops[place - 1]
  return (
    <div className={classes.moment}>
      <span aria-live="polite" data-testid="moment">
        {useMomentWords(history, nameOf)}
      </span>
      {stop && (
        <span className={classes.quiet}>
          {timeAgo(new Date(stop.time).toISOString(), clock.now(), i18n.language)}
        </span>
      )}
      {trouble !== null && (
        <span className={classes.trouble} role="alert">
          {failureWords(trouble)}
        </span>
      )}
      {work !== null && (
        <span className={classes.work}>
          <progress value={work} max={1} aria-label={t('history.loading')} />
          <Button variant="subtle" size="compact-xs" onClick={history.cancel}>
            {t('common:act.cancel')}
          </Button>
        </span>
      )}
    </div>
  )
}

function useMomentWords(history: History, nameOf: (uid: string) => string): string {
  const { t, i18n } = useTranslation('board')
  const stops = useSignal(history.stops)
  const stop = stops[useSignal(history.place) - 1]
  if (!stop) return t(stops.length === 0 ? 'history.empty' : 'history.beginning')
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return t('history.moment', { when: when.format(stop.time), name: nameOf(stop.uid) })
}

/** The line itself: who did most where, and the moment shown as its thumb. */
function Scrubber({ history, nameOf }: TimeBarProps) {
  const { t } = useTranslation('board')
  const stops = useSignal(history.stops)
  const place = useSignal(history.place)
  const words = useMomentWords(history, nameOf)
  const most = Math.max(1, stops.length)
  const line = useRef<HTMLDivElement>(null)
  // Whoever opens history has the time line in hand, and hears which moment this is.
  useEffect(() => line.current?.querySelector<HTMLElement>('[role="slider"]')?.focus(), [])
  return (
    <div className={classes.scrubber} ref={line}>
      <div className={classes.strip} aria-hidden="true">
        {stripOf(stops, stripParts).map((uid, part) => (
          <span key={part} style={uid === null ? {} : { background: personColor(uid).paint }} />
        ))}
        <span className={classes.ahead} style={{ width: `${100 - (100 * place) / most}%` }} />
      </div>
      <Slider
        value={place}
        min={0}
        max={most}
        disabled={stops.length === 0}
        label={null}
        size={10}
        thumbSize={20}
        thumbLabel={t('history.scrub')}
        thumbProps={{ 'aria-valuetext': words }}
        classNames={{ bar: classes.clear ?? '', track: classes.clear ?? '' }}
        onChange={(next) => void history.goToPlace(next)}
      />
    </div>
  )
}
