import { Button, Slider } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/clock.ts'
import { timeAgo } from '../../platform/format.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { personColor } from '../../ui/people-colors.ts'
import { BarButton } from '../board-panels/index.ts'
import type { History } from './history.ts'
import classes from './history.module.css'
import { stripOf } from './stops.ts'

const stripParts = 120

interface TimeBarProps {
  history: History
  nameOf(uid: string): string
}

/** Play, step and scrub through the edits that the filter leaves. */
export function TimeBar({ history, nameOf }: TimeBarProps) {
  const { t, i18n } = useTranslation('board')
  const stops = useSignal(history.stops)
  const place = useSignal(history.place)
  const playing = useSignal(history.playing)
  const hasEarlier = useSignal(history.hasEarlier)
  const timeline = useSignal(history.timeline)
  const stop = stops[place - 1]
  const words = stop
    ? t('history.moment', { when: exactTime(stop.time, i18n.language), name: nameOf(stop.uid) })
    : t(stops.length === 0 ? 'history.empty' : 'history.beginning')
  return (
    <div className={classes.timeBar} role="group" aria-label={t('history.timeLine')}>
      <div className={classes.moment} aria-live="polite" data-testid="moment">
        <span>{words}</span>
        {stop && (
          <span className={classes.ago}>
            {timeAgo(new Date(stop.time).toISOString(), clock.now(), i18n.language)}
          </span>
        )}
      </div>
      <div className={classes.strip} aria-hidden="true">
        {stripOf(stops, stripParts).map((uid, part) => (
          <span key={part} style={uid === null ? {} : { background: personColor(uid).paint }} />
        ))}
      </div>
      <Slider
        value={place}
        min={0}
        max={Math.max(1, stops.length)}
        disabled={stops.length === 0}
        label={null}
        size="sm"
        thumbLabel={t('history.scrub')}
        thumbProps={{ 'aria-valuetext': words }}
        onChange={(next) => history.goToPlace(next)}
      />
      <div className={classes.controls}>
        <BarButton
          label={t('history.previous')}
          Icon={IconPlayerTrackPrev}
          disabled={place === 0}
          onClick={() => history.goToPlace(place - 1)}
        />
        <BarButton
          label={t(playing ? 'history.pause' : 'history.play')}
          Icon={playing ? IconPlayerPause : IconPlayerPlay}
          disabled={stops.length === 0}
          onClick={() => (playing ? history.pause() : history.play())}
        />
        <BarButton
          label={t('history.next')}
          Icon={IconPlayerTrackNext}
          disabled={place >= stops.length}
          onClick={() => history.goToPlace(place + 1)}
        />
        <span className={classes.count}>{t('history.place', { place, count: stops.length })}</span>
        {hasEarlier && (
          <Button variant="default" size="compact-sm" onClick={() => void history.earlier()}>
            {t('history.earlier')}
          </Button>
        )}
        {!hasEarlier && timeline?.cut && (
          <span className={classes.cut}>{t('history.cut', { count: timeline.days })}</span>
        )}
      </div>
    </div>
  )
}

function exactTime(time: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}
