import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import {
  type Action,
  inOneGo,
  type Past,
  PastDocument,
  type Slices,
  TouchedFrames,
} from '@tavla/canvas/model'
import type { Timeline } from '@tavla/contract'
import type { Clock } from '../../platform/dom/clock.ts'
import { type Mark, getMarks } from './past/marks.ts'
import { playback, type Speed } from './playback.ts'
import type { PastReader } from './past/read-past.ts'
import {
  noFilter,
  getPosition,
  type PlaybackStep,
  type PlaybackFilter,
  listPlaybackSteps,
} from './versions/playback-steps.ts'
import { createStory } from './versions/story.ts'
import { inSlices, type Pace, getPart, seek, type Way } from './seek.ts'

/** Edits that are fetched at first; more on request. */
const firstReach = 2_000
/** Opening never waits for more edits than these. */
const mostAtFirst = 12_000
/** So far the board goes at once; further it takes its time. */
const nearEdits = 300
/** Above so many records the differences wait until the hand rests, ms. */
const largeBoard = { records: 20_000, restMs: 150 }

export type HistoryState =
  { readonly at: 'loading' } | { readonly at: 'ready' } | { readonly at: 'failed'; readonly error: unknown }

export interface HistoryOptions {
  readonly reader: PastReader
  readonly timeline: (signal: AbortSignal) => Promise<Timeline>
  readonly clock: Clock
}

/** A journey through a board's past: what is loaded, where it stands, what is shown of it. */
export interface History {
  readonly face: ReadonlySignal<HistoryState>
  /** Why the last thing asked for did not come, while the board is still there. */
  readonly problem: ReadonlySignal<unknown>
  /** The part of a longer work that is done, from 0 to 1; null while there is none. */
  readonly work: ReadonlySignal<number | null>
  readonly timeline: ReadonlySignal<Timeline | null>
  readonly document: ReadonlySignal<PastDocument | null>
  readonly past: Past | null
  /** The earliest moment that is loaded and may be shown. */
  readonly begin: ReadonlySignal<number>
  /** Earlier moments than those loaded exist and may be seen. */
  readonly hasEarlier: ReadonlySignal<boolean>
  readonly playbackSteps: ReadonlySignal<readonly PlaybackStep[]>
  readonly filter: ReadonlySignal<PlaybackFilter>
  /** The moment shown, or on the way to be. */
  readonly seq: ReadonlySignal<number>
  /** The moment that the board has reached. */
  readonly reached: ReadonlySignal<number>
  /** Place among the stops, counting from 1; 0 is before the first. */
  readonly place: ReadonlySignal<number>
  readonly playing: ReadonlySignal<boolean>
  readonly speed: ReadonlySignal<Speed>
  /** What happened in the loaded part, the earliest first; read in the background. */
  readonly actions: ReadonlySignal<readonly Action[]>
  /** More acts are on the way. */
  readonly isReading: ReadonlySignal<boolean>
  readonly comparedWith: ReadonlySignal<number | null>
  /** What became of things between the two moments, the later one being the newer; null where they are one. */
  readonly marks: ReadonlySignal<readonly Mark[] | null>
  /** Loads the latest stretch, or all from a moment on, and shows the end of it or the moment asked for. */
  open(from?: number, show?: number): Promise<void>
  earlier(): Promise<void>
  /** Reads what has happened meanwhile, up to this moment. */
  catchUp(to: number): Promise<void>
  /** Loads what is needed for it. */
  goTo(seq: number): Promise<void>
  goToArea(place: number): Promise<void>
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
  /** Loads what lies before, as far as this version, and stays where it is. */
  load(from: number): Promise<void>
  setFilter(fields: Partial<PlaybackFilter>): Promise<void>
  compareWith(seq: number | null): Promise<void>
  /** The moment compared with is shown, and compared with the one shown before. */
  swap(): Promise<void>
  /** A longer work, one at a time: the next one calls it off. Answers undefined when it was called off. */
  run<T>(act: (pace: Pace) => Promise<T>): Promise<T | undefined>
  cancel(): void
  dispose(): void
}

export function createHistory({ reader, timeline: ask, clock }: HistoryOptions): History {
  const face = signal<HistoryState>({ at: 'loading' })
  const problem = signal<unknown>(null)
  const work = signal<number | null>(null)
  const timeline = signal<Timeline | null>(null)
  const document = signal<PastDocument | null>(null)
  const filter = signal<PlaybackFilter>(noFilter)
  const seq = signal(0)
  const reached = signal(0)
  const begin = signal(0)
  const comparedWith = signal<number | null>(null)
  const marks = signal<readonly Mark[] | null>(null)
  /** Raised when there is more to stop at: edits, or frames that are known of them. */
  const grown = signal(0)
  let past: Past | null = null
  /** A second journey, which stands at the moment compared with. */
  let other: Past | null = null
  let touched: TouchedFrames | null = null
  let current = new AbortController()

  const playbackSteps = computed(() =>
    document.value && past && grown.value >= 0
      ? listPlaybackSteps(past.edits, begin.value, filter.value, touched?.frames ?? null)
      : [],
  )
  const place = computed(() => getPosition(playbackSteps.value, seq.value))

  const run = async <T>(act: (pace: Pace) => Promise<T>): Promise<T | undefined> => {
    current.abort()
    const mine = (current = new AbortController())
    const { signal } = mine
    work.value = 0
    problem.value = null
    try {
      const result = await act({ clock, signal, tell: (part) => !signal.aborted && (work.value = part) })
      return signal.aborted ? undefined : result
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      if (current === mine) work.value = null
    }
  }

  const known = (version: number): number => Math.max(begin.peek(), Math.min(version, past?.head ?? 0))
  const isLarge = (): boolean => (past?.state.size ?? 0) > largeBoard.records
  /** How the two moments differ; null where they are one. */
  function* comparing(): Slices<readonly Mark[] | null> {
    if (!past || !other || past.seq === other.seq) return null
    const [older, newer] = past.seq < other.seq ? [past, other] : [other, past]
    return yield* getMarks(older.drawable(), newer.drawable())
  }
  let callOffCompare = (): void => undefined
  const compareSoon = (): void => {
    callOffCompare()
    reached.value = past?.seq ?? 0
    if (!other || !isLarge()) return void (marks.value = inOneGo(comparing()))
    const compare = (): void => {
      void run((pace) => inSlices(comparing(), pace)).then(
        (found) => found !== undefined && (marks.value = found),
      )
    }
    callOffCompare = clock.after(largeBoard.restMs, compare)
  }
  /** Brings the board to the moment asked for, and the other journey to the one it is compared with. */
  const settle = async (): Promise<void> => {
    callOffCompare()
    const [shown, drawn] = [past, document.peek()]
    if (!shown || !drawn) return
    const wanted = comparedWith.peek()
    if (wanted === null) other = null
    else if (!isLarge()) other ??= inOneGo(shown.forking())
    const ways = (): readonly Way[] => [
      { on: shown, to: seq.peek(), walk: (next) => drawn.show(next) },
      ...(other ? [{ on: other, to: known(wanted ?? 0), walk: (next: number) => void other?.go(next) }] : []),
    ]
    const isFar = ways().some(({ on, to }) => Math.abs(on.seq - to) > nearEdits)
    if (!isFar && (other || wanted === null)) {
      cancel()
      for (const { on, to, walk } of ways()) if (on.seq !== to) walk(to)
      return compareSoon()
    }
    await run(async (pace) => {
      if (wanted !== null) other ??= await inSlices(shown.forking(), getPart(pace, 0, 0.1))
      const all = ways()
      const part = (i: number): Pace =>
        getPart(pace, 0.1 + (0.8 * i) / all.length, 0.1 + (0.8 * (i + 1)) / all.length)
      for (const [i, { on, to, walk }] of all.entries()) {
        await seek(on, to, part(i), walk)
        pace.signal.throwIfAborted()
      }
      reached.value = shown.seq
      marks.value = await inSlices(comparing(), getPart(pace, 0.9, 1))
    })
  }
  const cancel = (): void => {
    current.abort()
    work.value = null
  }
  const goTo = (next: number): Promise<void> => {
    seq.value = known(next)
    return settle()
  }
  const goToArea = (next: number): Promise<void> => {
    const all = playbackSteps.peek()
    const at = Math.max(0, Math.min(next, all.length))
    return goTo(all[at - 1]?.seq ?? (all[0]?.first ?? 1) - 1)
  }
  const player = playback(clock, {
    count: () => playbackSteps.peek().length,
    place: () => place.peek(),
    goTo: goToArea,
  })
  const story = createStory(clock)
  /** Frames are found out about only while somebody asks for one. */
  const findFrames = async (pace: Pace): Promise<void> => {
    if (!past || filter.peek().frame === null) return void (touched = null)
    const journey = await inSlices(past.forking(), { ...pace, tell: () => undefined })
    const found = new TouchedFrames(journey)
    await seek(journey, journey.head, pace, (next) => found.walk(next))
    pace.signal.throwIfAborted()
    touched = found
  }

  async function open(from?: number, show?: number): Promise<void> {
    player.pause()
    // What is loaded stays on the screen until more is there.
    if (!past) face.value = { at: 'loading' }
    try {
      await run(async (pace) => {
        const now = await ask(pace.signal)
        const stretch = {
          from: Math.max(now.first, from ?? now.head - firstReach),
          to: now.head,
          ...(from === undefined ? { most: mostAtFirst } : {}),
        }
        const read = await reader.read(stretch, getPart(pace, 0, 0.6))
        const shown = Math.min(Math.max(show ?? read.head, read.start.seq, now.first), read.head)
        await seek(read, shown, getPart(pace, 0.6, 1))
        pace.signal.throwIfAborted()
        past = read
        other = null
        await findFrames(pace)
        pace.signal.throwIfAborted()
        // A keyframe may lie before what the plan shows; what is between only leads there.
        begin.value = Math.max(read.start.seq, now.first)
        timeline.value = now
        seq.value = shown
        document.value = new PastDocument(read)
        face.value = { at: 'ready' }
      })
      await settle()
      if (past) story.read(past, begin.peek())
    } catch (error) {
      if (past) problem.value = error
      else face.value = { at: 'failed', error }
    }
  }

  return {
    face,
    problem,
    work,
    timeline,
    document,
    get past() {
      return past
    },
    begin,
    hasEarlier: computed(() => begin.value > (timeline.value?.first ?? 0)),
    playbackSteps,
    filter,
    seq,
    reached,
    place,
    playing: player.playing,
    speed: player.speed,
    actions: story.actions,
    isReading: story.isReading,
    comparedWith,
    marks,
    open,
    async catchUp(to) {
      const growing = past
      if (!growing || to <= growing.head) return
      await run(async (pace) => {
        await reader.extend(growing, to, pace)
        timeline.value = await ask(pace.signal)
        await findFrames(pace)
      })
      grown.value += 1
      story.read(growing, begin.peek())
    },
    load: (from) => (from < begin.peek() ? open(from, seq.peek()) : Promise.resolve()),
    earlier: () => open(Math.max(0, begin.peek() - firstReach), seq.peek()),
    goTo(next) {
      player.pause()
      return next < begin.peek() ? open(next, next) : goTo(next)
    },
    goToArea(next) {
      player.pause()
      return goToArea(next)
    },
    play: player.play,
    pause: player.pause,
    setSpeed: player.setSpeed,
    async setFilter(fields) {
      player.pause()
      const next = { ...filter.peek(), ...fields }
      filter.value = next
      if (next.frame !== null && touched) return
      await run(findFrames)
      grown.value += 1
    },
    compareWith(wanted) {
      comparedWith.value = wanted
      return wanted !== null && wanted < begin.peek() ? open(wanted, seq.peek()) : settle()
    },
    swap() {
      const wanted = comparedWith.peek()
      if (wanted === null) return Promise.resolve()
      comparedWith.value = seq.peek()
      return goTo(wanted)
    },
    run,
    cancel,
    dispose() {
      player.pause()
      callOffCompare()
      cancel()
      story.dispose()
    },
  }
}
