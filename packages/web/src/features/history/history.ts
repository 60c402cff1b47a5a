import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { differenceOf, framesOf, PastDocument } from '@tavla/canvas/model'
import type { BoardState, Difference, Past } from '@tavla/canvas/model'
import type { Timeline } from '@tavla/contract'
import type { Clock } from '../../platform/clock.ts'
import type { PastReader } from './read-past.ts'
import { noFilter, placeOf, type Stop, type StopFilter, stopsOf } from './stops.ts'

/** Edits that are fetched at first; more on request. */
const firstReach = 2_000
/** A whole play takes about this long, ms, in steps neither too quick to see nor too slow to wait for. */
const playFor = 12_000
const stepMs = { least: 50, most: 500 }

export type HistoryFace =
  { readonly at: 'loading' } | { readonly at: 'ready' } | { readonly at: 'failed'; readonly error: unknown }

/** Two moments side by side: the board at each, and what became of its things. */
export interface Comparison {
  readonly older: BoardState
  readonly newer: BoardState
  readonly difference: Difference
}

export interface HistoryOptions {
  readonly reader: PastReader
  readonly timeline: (signal: AbortSignal) => Promise<Timeline>
  readonly clock: Clock
}

/** A journey through a board's past: what is loaded, where it stands, what is shown of it. */
export interface History {
  readonly face: ReadonlySignal<HistoryFace>
  readonly timeline: ReadonlySignal<Timeline | null>
  readonly document: ReadonlySignal<PastDocument | null>
  readonly past: Past | null
  /** The earliest moment that is loaded and may be shown. */
  readonly begin: ReadonlySignal<number>
  /** Earlier moments than those loaded exist and may be seen. */
  readonly hasEarlier: ReadonlySignal<boolean>
  readonly stops: ReadonlySignal<readonly Stop[]>
  readonly filter: ReadonlySignal<StopFilter>
  /** The moment shown. */
  readonly seq: ReadonlySignal<number>
  /** Place among the stops, counting from 1; 0 is before the first. */
  readonly place: ReadonlySignal<number>
  readonly playing: ReadonlySignal<boolean>
  readonly compared: ReadonlySignal<Comparison | null>
  readonly comparedWith: ReadonlySignal<number | null>
  /** Loads from the beginning of what is asked for; `reach` counts edits before the present. */
  open(from?: number): Promise<void>
  earlier(): Promise<void>
  /** Reads what has happened meanwhile, up to this moment. */
  catchUp(to: number): Promise<void>
  goTo(seq: number): void
  goToPlace(place: number): void
  play(): void
  pause(): void
  setFilter(fields: Partial<StopFilter>): void
  compareWith(seq: number | null): void
  /** Walks through the past as it likes and comes back to the moment shown. */
  visit<T>(act: (past: Past) => T): T | undefined
  dispose(): void
}

export function createHistory({ reader, timeline: ask, clock }: HistoryOptions): History {
  const face = signal<HistoryFace>({ at: 'loading' })
  const timeline = signal<Timeline | null>(null)
  const document = signal<PastDocument | null>(null)
  const filter = signal<StopFilter>(noFilter)
  const seq = signal(0)
  const playing = signal(false)
  const comparedWith = signal<number | null>(null)
  const begin = signal(0)
  const compared = signal<Comparison | null>(null)
  let past: Past | null = null
  let frames: ReturnType<typeof framesOf> | null = null
  let reading = new AbortController()
  let callOff = (): void => undefined

  /** Raised when edits were added to the same past. */
  const grown = signal(0)
  const stops = computed(() =>
    document.value && past && grown.value >= 0 ? stopsOf(past.edits, begin.value, filter.value, frames) : [],
  )
  const place = computed(() => placeOf(stops.value, seq.value))
  const hasEarlier = computed(() => begin.value > (timeline.value?.first ?? 0))
  const visit = <T>(act: (past: Past) => T): T | undefined => {
    if (!past) return undefined
    const result = act(past)
    document.peek()?.show(seq.peek())
    return result
  }
  /** The board at the other moment; the one shown changes with every step of a play, this one does not. */
  let other: { readonly seq: number; readonly state: BoardState } | null = null
  const compare = (): void => {
    const wanted = comparedWith.peek()
    const shown = seq.peek()
    compared.value =
      visit((all) => {
        if (wanted === null) return null
        const known = Math.max(begin.peek(), Math.min(wanted, all.head))
        if (known === shown) return null
        if (other?.seq !== known) other = { seq: known, state: copyAt(all, known) }
        const here = copyAt(all, shown)
        const [older, newer] = known < shown ? [other.state, here] : [here, other.state]
        return { older, newer, difference: differenceOf(older, newer) }
      }) ?? null
  }
  const pause = (): void => {
    callOff()
    playing.value = false
  }
  const goTo = (next: number): void => {
    if (!past) return
    const known = Math.max(begin.peek(), Math.min(next, past.head))
    document.peek()?.show(known)
    seq.value = known
    if (comparedWith.peek() !== null) compare()
  }
  const goToPlace = (next: number): void => {
    const all = stops.peek()
    const known = Math.max(0, Math.min(next, all.length))
    goTo(all[known - 1]?.seq ?? (all[0]?.seq ?? 1) - 1)
  }
  const tick = (): void => {
    const left = stops.peek().length - place.peek()
    if (left <= 0) return pause()
    const count = stops.peek().length
    const everyMs = Math.min(stepMs.most, Math.max(stepMs.least, playFor / count))
    callOff = clock.after(everyMs, () => {
      goToPlace(place.peek() + Math.max(1, Math.round((count * everyMs) / playFor)))
      tick()
    })
  }

  async function open(from?: number): Promise<void> {
    pause()
    reading.abort()
    const mine = (reading = new AbortController())
    face.value = { at: 'loading' }
    try {
      const known = await ask(mine.signal)
      const start = Math.max(known.first, from ?? known.head - firstReach)
      const read = await reader.read(start, known.head, mine.signal)
      if (mine.signal.aborted) return
      past = read
      frames = filter.peek().frame === null ? null : framesOf(read)
      // A keyframe may lie before what the plan shows; what is between only leads there.
      begin.value = Math.max(read.start.seq, known.first)
      timeline.value = known
      const shown = from === undefined ? read.head : Math.min(Math.max(seq.peek(), begin.peek()), read.head)
      read.go(shown)
      seq.value = shown
      document.value = new PastDocument(read)
      other = null
      compare()
      face.value = { at: 'ready' }
    } catch (error) {
      if (!mine.signal.aborted) face.value = { at: 'failed', error }
    }
  }

  return {
    face,
    timeline,
    document,
    get past() {
      return past
    },
    begin,
    hasEarlier,
    stops,
    filter,
    seq,
    place,
    playing,
    compared,
    comparedWith,
    open,
    async catchUp(to) {
      if (!past || to <= past.head) return
      await reader.extend(past, to, reading.signal)
      const known = timeline.peek()
      if (known) timeline.value = { ...known, head: past.head }
      if (filter.peek().frame !== null) frames = visit(framesOf) ?? null
      else frames = null
      grown.value += 1
    },
    earlier: () => open(Math.max(0, begin.peek() - firstReach)),
    goTo(next) {
      pause()
      goTo(next)
    },
    goToPlace(next) {
      pause()
      goToPlace(next)
    },
    play() {
      if (stops.peek().length === 0) return
      if (place.peek() >= stops.peek().length) goToPlace(0)
      playing.value = true
      tick()
    },
    pause,
    setFilter(fields) {
      pause()
      if (typeof fields.frame === 'string') frames ??= visit(framesOf) ?? null
      filter.value = { ...filter.peek(), ...fields }
    },
    compareWith(wanted) {
      comparedWith.value = wanted
      compare()
    },
    visit,
    dispose() {
      pause()
      reading.abort()
    },
  }
}

function copyAt(past: Past, seq: number): BoardState {
  past.go(seq)
  return past.copy()
}
