import { Button, Modal, VisuallyHidden } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDeviceProjector,
  IconMaximize,
  IconMinimize,
  IconNotes,
  IconSlideshow,
  IconX,
} from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BarButton, Rule } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import { OthersAccessControl } from '../messages/presentation.tsx'
import { chooseFirstSlide, findSlide, formatElapsed, getKeyStep, getNextIndex } from './slides.ts'
import type { SlideStep } from './slides.ts'
import { useAudience } from './audience.ts'
import { PresenterNotes } from './presenter-notes.tsx'
import { SlideArea } from './slide-area.tsx'
import classes from './slideshow.module.css'
import { useElapsed, useFullscreen, useSlides } from './use-slides.ts'

export interface SlideshowProps {
  onClose(): void
}

/** Shows the frames of the page one by one on the whole screen. Read-only. */
export function Slideshow({ onClose }: SlideshowProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const slides = useSlides(board)
  const [chosen, setChosen] = useState(() => chooseFirstSlide(slides, board.state.selection.peek()))
  const index = findSlide(slides, chosen)
  const slide = slides[index]
  const { isIdle, showControls } = useIdle()
  const fullscreen = useFullscreen()
  const [hasNotes, setHasNotes] = useState(false)
  const audience = useAudience(slide?.id ?? null)
  useRestoreView()
  const goTo = (step: SlideStep) =>
    // A functional update, because keys can arrive faster than renders.
    setChosen((before) => {
      const next = getNextIndex(step, findSlide(slides, before), slides.length)
      return { id: slides[next]?.id ?? null, index: next }
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !slide) return
    const target = event.target as Element
    // Inputs have arrow keys of their own; buttons have Enter and Space.
    if (
      target.closest('input, textarea') ||
      ((event.key === 'Enter' || event.key === ' ') && target.closest('button'))
    )
      return
    const step = getKeyStep(event.key, event.shiftKey)
    if (step) goTo(step)
    else if (event.key.toLowerCase() === 'f') fullscreen.toggle?.()
    else if (event.key.toLowerCase() === 'n') setHasNotes((shown) => !shown)
    else return
    event.preventDefault()
  }
  return (
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 0 }}>
      <Modal.Content
        aria-label={t('commands.slideshow')}
        radius={0}
        className={classes.content ?? ''}
        onPointerMove={showControls}
        onPointerDown={showControls}
      >
        <Modal.Body
          className={classes.body ?? ''}
          data-testid="slideshow"
          data-autofocus
          tabIndex={-1}
          // Mantine ignores this handler on the content of a modal.
          onKeyDown={onKeyDown}
          data-idle={(slide && isIdle && !hasNotes) || undefined}
          data-notes={(slide && hasNotes) || undefined}
          data-empty={!slide || undefined}
        >
          {slide ? (
            <>
              <SlideArea slide={slide} onStep={goTo} />
              <SlideControls
                index={index}
                count={slides.length}
                fullscreen={fullscreen}
                hasNotes={hasNotes}
                onNotes={() => setHasNotes(!hasNotes)}
                onAudience={() => {
                  audience.open()
                  setHasNotes(true)
                }}
                onStep={goTo}
                onClose={onClose}
              />
              {hasNotes && <PresenterNotes key={slide.id} slide={slide} next={slides[index + 1]} />}
              <VisuallyHidden role="status">
                {t(slide.title ? 'slides.titled' : 'slides.position', {
                  n: index + 1,
                  total: slides.length,
                  title: slide.title,
                })}
              </VisuallyHidden>
            </>
          ) : (
            <EmptyState
              icon={<IconSlideshow size={28} stroke={1.5} aria-hidden />}
              title={t('slides.none')}
              text={t('slides.noneText')}
              role="status"
            >
              <Button variant="default" onClick={onClose}>
                {t('slides.end')}
              </Button>
            </EmptyState>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface ControlsProps extends SlideshowProps {
  index: number
  count: number
  fullscreen: ReturnType<typeof useFullscreen>
  hasNotes: boolean
  onNotes(): void
  onAudience(): void
  onStep(step: SlideStep): void
}

function SlideControls(props: ControlsProps) {
  const { index, count, fullscreen, hasNotes, onStep, onClose } = props
  const { t } = useTranslation('board')
  const { room } = useBoard()
  const me = useSignal(session.userInfo)?.uid
  const presenting = useSignal(room.presenting)
  const getEndProps = (isEnd: boolean) =>
    isEnd ? { 'aria-disabled': true, className: classes.ended ?? '' } : {}
  return (
    <div className={classes.controls} role="group" aria-label={t('commands.slideshow')}>
      {presenting !== null && presenting.uid === me && <OthersAccessControl allows={presenting.allows} />}
      <BarButton
        label={t('slides.previous')}
        Icon={IconChevronLeft}
        onClick={() => onStep('previous')}
        {...getEndProps(index === 0)}
      />
      <span className={classes.number} aria-hidden data-testid="slide-number">
        {index + 1} / {count}
      </span>
      <BarButton
        label={t('slides.next')}
        Icon={IconChevronRight}
        onClick={() => onStep('next')}
        {...getEndProps(index === count - 1)}
      />
      <Rule />
      <Elapsed />
      <BarButton
        label={t('slides.notes')}
        shortcut="N"
        Icon={IconNotes}
        aria-pressed={hasNotes}
        onClick={props.onNotes}
      />
      <BarButton
        className={classes.audienceButton ?? ''}
        label={t('slides.audience')}
        Icon={IconDeviceProjector}
        onClick={props.onAudience}
      />
      {fullscreen.toggle && (
        <BarButton
          label={t(fullscreen.isFull ? 'slides.leaveFullscreen' : 'slides.fullscreen')}
          shortcut="F"
          Icon={fullscreen.isFull ? IconMinimize : IconMaximize}
          onClick={fullscreen.toggle}
        />
      )}
      <BarButton label={t('slides.end')} shortcut="Escape" Icon={IconX} onClick={onClose} />
    </div>
  )
}

function Elapsed() {
  const { t } = useTranslation('board')
  const time = formatElapsed(useElapsed())
  return (
    <span className={classes.number} role="timer" aria-label={t('slides.elapsed', { time })}>
      {time}
    </span>
  )
}

const idleAfterMs = 3_000

/** True while the pointer is at rest. */
function useIdle(): { isIdle: boolean; showControls(): void } {
  const [isIdle, setIdle] = useState(false)
  const cancel = useRef<() => void>(undefined)
  const showControls = useCallback(() => {
    cancel.current?.()
    setIdle(false)
    cancel.current = clock.after(idleAfterMs, () => setIdle(true))
  }, [])
  useEffect(() => {
    showControls()
    return () => cancel.current?.()
  }, [showControls])
  return { isIdle, showControls }
}

/** Hides the selection outline; closing restores the view and the window. */
function useRestoreView(): void {
  const { board } = useBoard()
  useEffect(() => {
    const { viewport, state } = board
    const before = { page: state.page.peek(), camera: state.camera.peek() }
    const wasFull = document.fullscreenElement !== null
    viewport.hideMarks(true)
    return () => {
      viewport.hideMarks(false)
      if (state.page.peek() === before.page) viewport.moveTo(before.camera)
      // Full screen may have ended already.
      if (!wasFull && document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [board])
}
