import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { type Action, type HistoryReplay, HistoryDocument, TouchedFrames } from '@tavla/canvas/model'
import type { Timeline } from '@tavla/contract'
import type { Clock } from '../../platform/dom/clock.ts'
import { Comparison } from './comparison.ts'
import { LongWork } from './long-work.ts'
import type { Mark } from './past/marks.ts'
import { playback, type Playback, type Speed } from './playback.ts'
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

/** Edits loaded at first; more on request. */
const firstReach = 2_000
/** Opening never waits for more edits than these. */
const mostAtFirst = 12_000
/** Seeks up to this length are synchronous; longer ones are sliced. */
const nearEdits = 300

export type HistoryState =
  { readonly at: 'loading' } | { readonly at: 'ready' } | { readonly at: 'failed'; readonly error: unknown }

export interface HistoryOptions {
  readonly reader: PastReader
  readonly timeline: (signal: AbortSignal) => Promise<Timeline>
  readonly clock: Clock
}

/** Playback of a board's history: what is loaded, which version is shown, and with which filter. */
export interface History {
  readonly face: ReadonlySignal<HistoryState>
  /** Error of the last request, while the board is still shown. */
  readonly problem: ReadonlySignal<unknown>
  /** Progress of a long task, from 0 to 1; null if there is none. */
  readonly work: ReadonlySignal<number | null>
  readonly timeline: ReadonlySignal<Timeline | null>
  readonly document: ReadonlySignal<HistoryDocument | null>
  readonly past: HistoryReplay | null
  /** The earliest version that is loaded and can be shown. */
  readonly begin: ReadonlySignal<number>
  /** Whether earlier versions exist that can be loaded. */
  readonly hasEarlier: ReadonlySignal<boolean>
  readonly playbackSteps: ReadonlySignal<readonly PlaybackStep[]>
  readonly filter: ReadonlySignal<PlaybackFilter>
  /** The shown version, or the target of the current seek. */
  readonly seq: ReadonlySignal<number>
  /** The version that the board has reached. */
  readonly reached: ReadonlySignal<number>
  /** Number of the step, counting from 1; 0 is before the first. */
  readonly place: ReadonlySignal<number>
  readonly playing: ReadonlySignal<boolean>
  readonly speed: ReadonlySignal<Speed>
  /** Actions in the loaded part, the earliest first; read in the background. */
  readonly actions: ReadonlySignal<readonly Action[]>
  /** More actions are being read. */
  readonly isReading: ReadonlySignal<boolean>
  readonly comparedWith: ReadonlySignal<number | null>
  /** Changes between the two versions, from older to newer; null if they are the same. */
  readonly marks: ReadonlySignal<readonly Mark[] | null>
  /** Loads the latest range, or everything since a version, and shows its end or the requested version. */
  open(from?: number, show?: number): Promise<void>
  earlier(): Promise<void>
  /** Loads new edits, up to this version. */
  catchUp(to: number): Promise<void>
  /** Loads what is needed for it. */
  goTo(seq: number): Promise<void>
  goToArea(place: number): Promise<void>
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
  /** Loads earlier history back to this version, without seeking to it. */
  load(from: number): Promise<void>
  setFilter(fields: Partial<PlaybackFilter>): Promise<void>
  compareWith(seq: number | null): Promise<void>
  /** Swaps the shown version and the one compared with. */
  swap(): Promise<void>
  /** Runs a long task; a new one cancels it. Returns undefined if it was cancelled. */
  run<T>(act: (pace: Pace) => Promise<T>): Promise<T | undefined>
  cancel(): void
  dispose(): void
}

export class BoardHistory implements History {
  readonly #reader: PastReader
  readonly #getTimeline: HistoryOptions['timeline']
  readonly #work: LongWork
  readonly #comparison: Comparison
  readonly #player: Playback
  readonly #story: ReturnType<typeof createStory>
  readonly #face = signal<HistoryState>({ at: 'loading' })
  readonly #problem = signal<unknown>(null)
  readonly #timeline = signal<Timeline | null>(null)
  readonly #document = signal<HistoryDocument | null>(null)
  readonly #filter = signal<PlaybackFilter>(noFilter)
  readonly #seq = signal(0)
  readonly #reached = signal(0)
  readonly #begin = signal(0)
  /** Incremented when the steps can have changed: by edits, or by newly known frames. */
  readonly #grown = signal(0)
  readonly hasEarlier: ReadonlySignal<boolean>
  readonly playbackSteps: ReadonlySignal<readonly PlaybackStep[]>
  readonly place: ReadonlySignal<number>
  #past: HistoryReplay | null = null
  #touched: TouchedFrames | null = null

  constructor({ reader, timeline, clock }: HistoryOptions) {
    this.#reader = reader
    this.#getTimeline = timeline
    this.#work = new LongWork(clock)
    this.#comparison = new Comparison(clock, (act) => this.run(act))
    this.#story = createStory(clock)
    this.hasEarlier = computed(() => this.#begin.value > (this.#timeline.value?.first ?? 0))
    this.playbackSteps = computed(() => this.#listSteps())
    this.place = computed(() => getPosition(this.playbackSteps.value, this.#seq.value))
    this.#player = playback(clock, {
      count: () => this.playbackSteps.peek().length,
      place: () => this.place.peek(),
      goTo: (step) => this.#goToStep(step),
    })
  }

  get face(): ReadonlySignal<HistoryState> {
    return this.#face
  }

  get problem(): ReadonlySignal<unknown> {
    return this.#problem
  }

  get work(): ReadonlySignal<number | null> {
    return this.#work.progress
  }

  get timeline(): ReadonlySignal<Timeline | null> {
    return this.#timeline
  }

  get document(): ReadonlySignal<HistoryDocument | null> {
    return this.#document
  }

  get past(): HistoryReplay | null {
    return this.#past
  }

  get begin(): ReadonlySignal<number> {
    return this.#begin
  }

  get filter(): ReadonlySignal<PlaybackFilter> {
    return this.#filter
  }

  get seq(): ReadonlySignal<number> {
    return this.#seq
  }

  get reached(): ReadonlySignal<number> {
    return this.#reached
  }

  get playing(): ReadonlySignal<boolean> {
    return this.#player.playing
  }

  get speed(): ReadonlySignal<Speed> {
    return this.#player.speed
  }

  get actions(): ReadonlySignal<readonly Action[]> {
    return this.#story.actions
  }

  get isReading(): ReadonlySignal<boolean> {
    return this.#story.isReading
  }

  get comparedWith(): ReadonlySignal<number | null> {
    return this.#comparison.version
  }

  get marks(): ReadonlySignal<readonly Mark[] | null> {
    return this.#comparison.marks
  }

  async open(from?: number, show?: number): Promise<void> {
    this.#player.pause()
    // What is loaded stays on screen until more has loaded.
    if (!this.#past) this.#face.value = { at: 'loading' }
    try {
      await this.run((pace) => this.#load(pace, from, show))
      await this.#settle()
      if (this.#past) this.#story.read(this.#past, this.#begin.peek())
    } catch (error) {
      if (this.#past) this.#problem.value = error
      else this.#face.value = { at: 'failed', error }
    }
  }

  async catchUp(to: number): Promise<void> {
    const past = this.#past
    if (!past || to <= past.head) return
    await this.run(async (pace) => {
      await this.#reader.extend(past, to, pace)
      this.#timeline.value = await this.#getTimeline(pace.signal)
      await this.#findFrames(pace)
    })
    this.#grown.value += 1
    this.#story.read(past, this.#begin.peek())
  }

  load(from: number): Promise<void> {
    return from < this.#begin.peek() ? this.open(from, this.#seq.peek()) : Promise.resolve()
  }

  earlier(): Promise<void> {
    return this.open(Math.max(0, this.#begin.peek() - firstReach), this.#seq.peek())
  }

  goTo(seq: number): Promise<void> {
    this.#player.pause()
    return seq < this.#begin.peek() ? this.open(seq, seq) : this.#show(seq)
  }

  goToArea(place: number): Promise<void> {
    this.#player.pause()
    return this.#goToStep(place)
  }

  play(): void {
    this.#player.play()
  }

  pause(): void {
    this.#player.pause()
  }

  setSpeed(speed: Speed): void {
    this.#player.setSpeed(speed)
  }

  async setFilter(fields: Partial<PlaybackFilter>): Promise<void> {
    this.#player.pause()
    const next = { ...this.#filter.peek(), ...fields }
    this.#filter.value = next
    if (next.frame !== null && this.#touched) return
    await this.run((pace) => this.#findFrames(pace))
    this.#grown.value += 1
  }

  compareWith(seq: number | null): Promise<void> {
    this.#comparison.setVersion(seq)
    return seq !== null && seq < this.#begin.peek() ? this.open(seq, this.#seq.peek()) : this.#settle()
  }

  swap(): Promise<void> {
    const version = this.#comparison.version.peek()
    if (version === null) return Promise.resolve()
    this.#comparison.setVersion(this.#seq.peek())
    return this.#show(version)
  }

  run<T>(act: (pace: Pace) => Promise<T>): Promise<T | undefined> {
    this.#problem.value = null
    return this.#work.run(act)
  }

  cancel(): void {
    this.#work.cancel()
  }

  dispose(): void {
    this.#player.pause()
    this.#comparison.cancelScheduled()
    this.cancel()
    this.#story.dispose()
  }

  #listSteps(): readonly PlaybackStep[] {
    const [document, grown] = [this.#document.value, this.#grown.value]
    if (!document || !this.#past || grown < 0) return []
    const frames = this.#touched?.frames ?? null
    return listPlaybackSteps(this.#past.edits, this.#begin.value, this.#filter.value, frames)
  }

  #limit(version: number): number {
    return Math.max(this.#begin.peek(), Math.min(version, this.#past?.head ?? 0))
  }

  #show(seq: number): Promise<void> {
    this.#seq.value = this.#limit(seq)
    return this.#settle()
  }

  #goToStep(place: number): Promise<void> {
    const all = this.playbackSteps.peek()
    const at = Math.max(0, Math.min(place, all.length))
    return this.#show(all[at - 1]?.seq ?? (all[0]?.first ?? 1) - 1)
  }

  /** Seeks the board to the target version, and the second replay to the one compared with. */
  async #settle(): Promise<void> {
    const comparison = this.#comparison
    comparison.cancelScheduled()
    const [shown, drawn] = [this.#past, this.#document.peek()]
    if (!shown || !drawn) return
    comparison.prepare(shown)
    const isCompared = comparison.version.peek() !== null
    const isFar = this.#listWays(shown, drawn).some(({ on, to }) => Math.abs(on.seq - to) > nearEdits)
    if (!isFar && (comparison.past || !isCompared)) {
      this.cancel()
      for (const { on, to, walk } of this.#listWays(shown, drawn)) if (on.seq !== to) walk(to)
      this.#reached.value = shown.seq
      return comparison.updateSoon(shown)
    }
    await this.run(async (pace) => {
      await comparison.fork(shown, getPart(pace, 0, 0.1))
      const ways = this.#listWays(shown, drawn)
      for (const [i, { on, to, walk }] of ways.entries()) {
        const [from, until] = [0.1 + (0.8 * i) / ways.length, 0.1 + (0.8 * (i + 1)) / ways.length]
        await seek(on, to, getPart(pace, from, until), walk)
        pace.signal.throwIfAborted()
      }
      this.#reached.value = shown.seq
      await comparison.update(shown, getPart(pace, 0.9, 1))
    })
  }

  #listWays(shown: HistoryReplay, drawn: HistoryDocument): readonly Way[] {
    const other = this.#comparison.past
    const way: Way = { on: shown, to: this.#seq.peek(), walk: (next) => drawn.show(next) }
    if (!other) return [way]
    const to = this.#limit(this.#comparison.version.peek() ?? 0)
    return [way, { on: other, to, walk: (next) => void other.seek(next) }]
  }

  async #load(pace: Pace, from: number | undefined, show: number | undefined): Promise<void> {
    const now = await this.#getTimeline(pace.signal)
    const range = {
      from: Math.max(now.first, from ?? now.head - firstReach),
      to: now.head,
      ...(from === undefined ? { most: mostAtFirst } : {}),
    }
    const read = await this.#reader.read(range, getPart(pace, 0, 0.6))
    const shown = Math.min(Math.max(show ?? read.head, read.start.seq, now.first), read.head)
    await seek(read, shown, getPart(pace, 0.6, 1))
    pace.signal.throwIfAborted()
    this.#past = read
    this.#comparison.clear()
    await this.#findFrames(pace)
    pace.signal.throwIfAborted()
    // A keyframe can be older than the plan's history; edits before that are only replayed.
    this.#begin.value = Math.max(read.start.seq, now.first)
    this.#timeline.value = now
    this.#seq.value = shown
    this.#document.value = new HistoryDocument(read)
    this.#face.value = { at: 'ready' }
  }

  /** Frames are searched only while the user filters by one. */
  async #findFrames(pace: Pace): Promise<void> {
    if (!this.#past || this.#filter.peek().frame === null) {
      this.#touched = null
      return
    }
    const past = await inSlices(this.#past.fork(), { ...pace, tell: () => undefined })
    const found = new TouchedFrames(past)
    await seek(past, past.head, pace, (next) => found.walk(next))
    pace.signal.throwIfAborted()
    this.#touched = found
  }
}
