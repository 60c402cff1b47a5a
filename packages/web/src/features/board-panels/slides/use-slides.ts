import type { Board } from '@tavla/canvas'
import { useEffect, useState } from 'react'
import { clock } from '../../../platform/dom/clock.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { listSlides, type Slide } from './slides.ts'

const fields = ['id', 'title', 'notes', 'x', 'y', 'w', 'h'] as const

function isSame(a: readonly Slide[], b: readonly Slide[]): boolean {
  return (
    a.length === b.length && a.every((slide, i) => fields.every((field) => slide[field] === b[i]?.[field]))
  )
}

/** The slides of the current page; updated by edits. */
export function useSlides({ document, state }: Board): readonly Slide[] {
  const page = useSignal(state.page)
  const [slides, setSlides] = useState(() => listSlides(document, page))
  useEffect(() => {
    const update = () =>
      setSlides((before) => {
        const now = listSlides(document, page)
        return isSame(before, now) ? before : now
      })
    update()
    return document.observe(update)
  }, [document, page])
  return slides
}

/** Milliseconds since the first render, updated each second. */
export function useElapsed(): number {
  const [startedAt] = useState(() => clock.now())
  const [now, setNow] = useState(startedAt)
  useEffect(() => clock.after(1_000, () => setNow(clock.now())), [now])
  return now - startedAt
}

/** Full screen state; `toggle` is undefined where the browser has no full screen (phones). */
export function useFullscreen(): { isFull: boolean; toggle: (() => void) | undefined } {
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  const toggle = () => {
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    // The browser can refuse; the slideshow continues in the window.
    done.catch(() => undefined)
  }
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined }
}
