import { listFrames, shapes } from '@tavla/canvas'
import type { DocumentView, RecordId } from '@tavla/canvas'

/** A frame as a slide, in page units. */
export interface Slide {
  readonly id: RecordId
  readonly title: string
  /** For the presenter only. */
  readonly notes: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The slide that was chosen. The index is used when others have removed it. */
export interface ChosenSlide {
  readonly id: RecordId | null
  readonly index: number
}

const shapesByKind = new Map(shapes.map((shape) => [shape.kind, shape]))

/** The frames of a page in the order of PDF export. */
export function listSlides(document: DocumentView, page: RecordId | null): readonly Slide[] {
  if (page === null) return []
  return listFrames(document, shapesByKind, page).flatMap((id) => {
    const record = document.get(id)
    if (!record) return []
    const [x, y, w, h] = ['x', 'y', 'w', 'h'].map((field) => Number(record[field])) as [
      number,
      number,
      number,
      number,
    ]
    return [{ id, title: String(record['title']).trim(), notes: String(record['notes'] ?? ''), x, y, w, h }]
  })
}

/** Current index of the chosen slide; -1 without slides. */
export function findSlide(slides: readonly Slide[], chosen: ChosenSlide): number {
  const index = slides.findIndex(({ id }) => id === chosen.id)
  return index >= 0 ? index : Math.min(chosen.index, slides.length - 1)
}

/** The selected frame, else the first. */
export function chooseFirstSlide(slides: readonly Slide[], selected: readonly RecordId[]): ChosenSlide {
  const index = Math.max(
    0,
    slides.findIndex(({ id }) => selected.includes(id)),
  )
  return { id: slides[index]?.id ?? null, index }
}

export type SlideStep = 'next' | 'previous' | 'first' | 'last'

const stepByKey: ReadonlyMap<string, SlideStep> = new Map([
  ['ArrowRight', 'next'],
  ['ArrowDown', 'next'],
  ['PageDown', 'next'],
  ['Enter', 'next'],
  [' ', 'next'],
  ['ArrowLeft', 'previous'],
  ['ArrowUp', 'previous'],
  ['PageUp', 'previous'],
  ['Backspace', 'previous'],
  ['Home', 'first'],
  ['End', 'last'],
])

/** The step for a key; remote controls send Page Up and Page Down. */
export function getKeyStep(key: string, shift: boolean): SlideStep | undefined {
  return key === ' ' && shift ? 'previous' : stepByKey.get(key)
}

export function getNextIndex(step: SlideStep, index: number, count: number): number {
  const to = { next: index + 1, previous: index - 1, first: 0, last: count - 1 }[step]
  return Math.max(0, Math.min(count - 1, to))
}

/** Shorter movements are taps, CSS pixels. */
const minSwipePx = 48

/** The step for a press: a swipe by its direction, a tap by its side of the screen. */
export function getPressStep(from: number, to: number, width: number): SlideStep {
  if (Math.abs(to - from) >= minSwipePx) return to < from ? 'next' : 'previous'
  return to < width / 3 ? 'previous' : 'next'
}

/** Minutes and seconds, with hours when there are any. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const padTwo = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const short = `${minutes % 60}:${padTwo(seconds % 60)}`
  return minutes < 60 ? short : `${Math.floor(minutes / 60)}:${short.padStart(5, '0')}`
}

type Size = Pick<Slide, 'w' | 'h'>

/** The area of the page that fills the view while the slide fills the upper left part that is free. */
export function getShownArea({ x, y, w, h }: Omit<Slide, 'id' | 'title' | 'notes'>, view: Size, free: Size) {
  const zoom = Math.min(free.w / w, free.h / h)
  if (!(zoom > 0)) return { x, y, w, h }
  return {
    x: x + (w - free.w / zoom) / 2,
    y: y + (h - free.h / zoom) / 2,
    w: view.w / zoom,
    h: view.h / zoom,
  }
}
