import { useEffect, useRef } from 'react'
import type { PointerEvent } from 'react'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { getPressStep, getShownArea } from './slides.ts'
import type { Slide, SlideStep } from './slides.ts'
import classes from './slideshow.module.css'

/** Fits the slide to the screen, also after it or the screen changes, and covers everything around it. */
export function SlideArea({ slide, onStep }: { slide: Slide; onStep?(step: SlideStep): void }) {
  const { board } = useBoard()
  const surface = useRef<HTMLDivElement>(null)
  const pressedX = useRef<number | null>(null)
  const { x, y, w, h } = slide
  useEffect(() => {
    const element = surface.current
    if (!element) return
    const { parentElement } = element
    const observer = new ResizeObserver(() => {
      const whole = parentElement ?? element
      const view = { w: whole.clientWidth, h: whole.clientHeight }
      const free = { w: element.clientWidth, h: element.clientHeight }
      board.viewport.fill(getShownArea({ x, y, w, h }, view, free))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [board, x, y, w, h])
  const onPointerUp = (event: PointerEvent) => {
    const from = pressedX.current
    pressedX.current = null
    if (from !== null) onStep?.(getPressStep(from, event.clientX, event.currentTarget.clientWidth))
  }
  return (
    <>
      <SlideMask slide={slide} />
      <div
        ref={surface}
        className={classes.surface}
        data-testid="slide"
        onPointerDown={(event) =>
          void (pressedX.current = event.isPrimary && event.button === 0 ? event.clientX : null)
        }
        onPointerUp={onPointerUp}
        onPointerCancel={() => void (pressedX.current = null)}
      />
    </>
  )
}

function SlideMask({ slide: { x, y, w, h } }: { slide: Slide }) {
  const { board } = useBoard()
  const camera = useSignal(board.state.camera)
  const toPx = (value: number) => `${value * camera.zoom}px`
  const [left, top] = [toPx(x - camera.x), toPx(y - camera.y)]
  const [right, bottom] = [toPx(x + w - camera.x), toPx(y + h - camera.y)]
  const slideOutline = `${left} ${top}, ${right} ${top}, ${right} ${bottom}, ${left} ${bottom}, ${left} ${top}`
  const clipPath = `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${slideOutline})`
  return <div className={classes.surround} style={{ clipPath }} />
}
