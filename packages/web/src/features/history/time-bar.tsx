import { Button, NativeSelect, Slider, Switch } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText } from '../../platform/failure.ts'
import { formatTimeAgo } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { BarButton } from '../board-panels/index.ts'
import { getActionText } from './versions/action-text.ts'
import type { History } from './history.ts'
import classes from './time-bar.module.css'
import { speeds } from './playback.ts'
import { getStrip } from './versions/playback-steps.ts'
import { findAction } from './versions/action-log.ts'

const stripParts = 160

interface TimeBarProps {
  history: History
  getName(uid: string): string
  getColor(uid: string): string
  /** The board scrolls to the page and position of each change. */
  isFollowing: boolean
  onFollowing(isFollowing: boolean): void
}

/** Plays, steps and scrubs through what the filter matches. */
export function TimeBar(props: TimeBarProps) {
  const { history, isFollowing, onFollowing } = props
  const { t } = useTranslation('board')
  const playbackSteps = useSignal(history.playbackSteps)
  const stepNumber = useSignal(history.stepNumber)
  const playing = useSignal(history.playing)
  const hasEarlier = useSignal(history.hasEarlier)
  const speed = useSignal(history.speed)
  return (
    <div className={classes.bar} role="group" aria-label={t('history.timeLine')}>
      <Scrubber {...props} />
      <div className={classes.controls}>
        <BarButton
          label={t('history.previous')}
          shortcut="ArrowLeft"
          Icon={IconPlayerTrackPrev}
          disabled={stepNumber === 0}
          onClick={() => void history.goToStep(stepNumber - 1)}
        />
        <BarButton
          label={t(playing ? 'history.pause' : 'history.play')}
          shortcut="Space"
          Icon={playing ? IconPlayerPause : IconPlayerPlay}
          disabled={playbackSteps.length === 0}
          onClick={() => (playing ? history.pause() : history.play())}
        />
        <BarButton
          label={t('history.next')}
          shortcut="ArrowRight"
          Icon={IconPlayerTrackNext}
          disabled={stepNumber >= playbackSteps.length}
          onClick={() => void history.goToStep(stepNumber + 1)}
        />
        <StepStatus {...props} />
        <Switch
          size="sm"
          checked={isFollowing}
          label={t('history.follow')}
          onChange={(event) => onFollowing(event.currentTarget.checked)}
        />
        <NativeSelect
          size="xs"
          aria-label={t('history.speed.label')}
          value={String(speed)}
          data={speeds.map((each) => ({
            value: String(each),
            label: t('history.speed.times', { speed: getSpeedText(each) }),
          }))}
          onChange={(event) => {
            const chosen = speeds.find((each) => String(each) === event.currentTarget.value)
            if (chosen) history.setSpeed(chosen)
          }}
        />
        <span className={classes.count}>
          {t('history.place', { place: stepNumber, count: playbackSteps.length })}
        </span>
        {hasEarlier && (
          <Button variant="default" size="compact-sm" onClick={() => void history.loadEarlier()}>
            {t('history.earlier')}
          </Button>
        )}
      </div>
    </div>
  )
}

function getSpeedText(speed: number): string {
  return speed === 0.5 ? '½' : String(speed)
}

/** What happened, by whom and when; or progress while loading. */
function StepStatus({ history, getName, getColor }: TimeBarProps) {
  const { t, i18n } = useTranslation('board')
  const playbackSteps = useSignal(history.playbackSteps)
  const stepNumber = useSignal(history.stepNumber)
  const taskProgress = useSignal(history.progress)
  const requestError = useSignal(history.requestError)
  const step = playbackSteps[stepNumber - 1]
  return (
    <div className={classes.moment}>
      {step && (
        <span className={classes.person} style={{ background: getColor(step.uid) }} aria-hidden="true" />
      )}
      <span aria-live="polite" data-testid="moment">
        {useVersionText(history, getName)}
      </span>
      {step && (
        <span className={classes.quiet}>
          {t('history.when', {
            when: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
              step.time,
            ),
            ago: formatTimeAgo(new Date(step.time).toISOString(), clock.now(), i18n.language),
          })}
        </span>
      )}
      {requestError !== null && (
        <span className={classes.failure} role="alert">
          {getFailureText(requestError)}
        </span>
      )}
      {taskProgress !== null && (
        <span className={classes.work}>
          <progress value={taskProgress} max={1} aria-label={t('history.loading')} />
          <Button variant="subtle" size="compact-xs" onClick={() => history.cancel()}>
            {t('common:act.cancel')}
          </Button>
        </span>
      )}
    </div>
  )
}

/** The action of the shown version; person and time while the history is still being read. */
function useVersionText(history: History, getName: (uid: string) => string): string {
  const { t, i18n } = useTranslation('board')
  const playbackSteps = useSignal(history.playbackSteps)
  const actions = useSignal(history.actions)
  const step = playbackSteps[useSignal(history.stepNumber) - 1]
  if (!step) return t(playbackSteps.length === 0 ? 'history.empty' : 'history.beginning')
  const action = findAction(actions, step)
  if (action) return getActionText(action, getName, t)
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return t('history.moment', { when: when.format(step.time), name: getName(step.uid) })
}

/** The slider: colours show who did most when; its thumb is the shown version. */
function Scrubber({ history, getName, getColor }: TimeBarProps) {
  const { t } = useTranslation('board')
  const playbackSteps = useSignal(history.playbackSteps)
  const stepNumber = useSignal(history.stepNumber)
  const text = useVersionText(history, getName)
  const max = Math.max(1, playbackSteps.length)
  const container = useRef<HTMLDivElement>(null)
  // Opening history focuses the time line, and screen readers announce the version.
  useEffect(() => container.current?.querySelector<HTMLElement>('[role="slider"]')?.focus(), [])
  return (
    <div className={classes.scrubber} ref={container}>
      <div className={classes.strip} aria-hidden="true">
        {getStrip(playbackSteps, stripParts).map((uid, part) => (
          <span key={part} style={uid === null ? {} : { background: getColor(uid) }} />
        ))}
        <span className={classes.ahead} style={{ width: `${100 - (100 * stepNumber) / max}%` }} />
      </div>
      <Slider
        value={stepNumber}
        min={0}
        max={max}
        disabled={playbackSteps.length === 0}
        label={null}
        size={10}
        thumbSize={20}
        thumbLabel={t('history.scrub')}
        thumbProps={{ 'aria-valuetext': text }}
        classNames={{ bar: classes.clear ?? '', track: classes.clear ?? '' }}
        onChange={(next) => void history.goToStep(next)}
      />
    </div>
  )
}
