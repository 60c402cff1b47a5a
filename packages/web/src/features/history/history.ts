import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { type Action, type HistoryReplay, HistoryDocument, TouchedFrames } from '@tavla/canvas/model'
import type { Timeline } from '@tavla/contract'
import type { Clock } from '../../platform/dom/clock.ts'
import { Comparison } from './comparison.ts'
import { LongTask } from './long-task.ts'
import type { Mark } from './past/marks.ts'
import { createPlayback, type Playback, type Speed } from './playback.ts'
import type { HistoryReader } from './past/history-reader.ts'
import {
  noFilter,
  getStepNumber,
  type PlaybackStep,
  type PlaybackFilter,
  listPlaybackSteps,
} from './versions/playback-steps.ts'
import { createActionLog } from './versions/action-log.ts'
import { runInSlices, type TaskContext, getSubtask, seek, type SeekTarget } from './seek.ts'

/** Edits loaded at first; more on request. */
const initialEdits = 2_000
/** Opening never waits for more edits than these. */
const maxInitialEdits = 12_000
/** Seeks up to this length are synchronous; longer ones are sliced. */
const maxSyncEdits = 300

export type HistoryState =
  { readonly at: 'loading' } | { readonly at: 'ready' } | { readonly at: 'failed'; readonly error: unknown }

export interface HistoryOptions {
  readonly reader: HistoryReader
  readonly timeline: (signal: AbortSignal) => Promise<Timeline>
  readonly clock: Clock
}

/** Playback of a board's history: what is loaded, which version is shown, and with which filter. */
export interface History {
  readonly state: ReadonlySignal<HistoryState>
  /** Error of the last request, while the board is still shown. */
  readonly requestError: ReadonlySignal<unknown>
  /** Progress of a long task, from 0 to 1; null if there is none. */
  readonly progress: ReadonlySignal<number | null>
  readonly timeline: ReadonlySignal<Timeline | null>
  readonly document: ReadonlySignal<HistoryDocument | null>
  readonly replay: HistoryReplay | null
  /** The earliest version that is loaded and can be shown. */
  readonly earliestSeq: ReadonlySignal<number>
  /** Whether earlier versions exist that can be loaded. */
  readonly hasEarlier: ReadonlySignal<boolean>
  readonly playbackSteps: ReadonlySignal<readonly PlaybackStep[]>
  readonly filter: ReadonlySignal<PlaybackFilter>
  /** The shown version, or the target of the current seek. */
  readonly seq: ReadonlySignal<number>
  /** The version that the board has reached. */
  readonly reached: ReadonlySignal<number>
  /** Number of the step, counting from 1; 0 is before the first. */
  readonly stepNumber: ReadonlySignal<number>
  readonly playing: ReadonlySignal<boolean>
  readonly speed: ReadonlySignal<Speed>
  /** Actions in the loaded part, the earliest first; read in the background. */
  readonly actions: ReadonlySignal<readonly Action[]>
  /** More actions are being read. */
  readonly isReading: ReadonlySignal<boolean>
  readonly comparedVersion: ReadonlySignal<number | null>
  /** Changes between the two versions, from older to newer; null if they are the same. */
  readonly marks: ReadonlySignal<readonly Mark[] | null>
  /** Loads the latest range, or everything since a version, and shows its end or the requested version. */
  open(from?: number, show?: number): Promise<void>
  loadEarlier(): Promise<void>
  /** Loads new edits, up to this version. */
  catchUp(to: number): Promise<void>
  /** Loads what is needed for it. */
  goTo(seq: number): Promise<void>
  goToStep(stepNumber: number): Promise<void>
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
  /** Loads earlier history back to this version, without seeking to it. */
  load(from: number): Promise<void>
  setFilter(fields: Partial<PlaybackFilter>): Promise<void>
  compareTo(seq: number | null): Promise<void>
  /** Swaps the shown version and the one compared with. */
  swap(): Promise<void>
  /** Runs a long task; a new one cancels it. Returns undefined if it was cancelled. */
  run<T>(task: (context: TaskContext) => Promise<T>): Promise<T | undefined>
  cancel(): void
  dispose(): void
}

export class BoardHistory implements History {
  readonly #reader: HistoryReader
  readonly #getTimeline: HistoryOptions['timeline']
  readonly #task: LongTask
  readonly #comparison: Comparison
  readonly #playback: Playback
  readonly #actionLog: ReturnType<typeof createActionLog>
  readonly #state = signal<HistoryState>({ at: 'loading' })
  readonly #requestError = signal<unknown>(null)
  readonly #timeline = signal<Timeline | null>(null)
  readonly #document = signal<HistoryDocument | null>(null)
  readonly #filter = signal<PlaybackFilter>(noFilter)
  readonly #seq = signal(0)
  readonly #reached = signal(0)
  readonly #earliestSeq = signal(0)
  /** Incremented when the steps can have changed: by edits, or by newly known frames. */
  readonly #stepsRevision = signal(0)
  readonly hasEarlier: ReadonlySignal<boolean>
  readonly playbackSteps: ReadonlySignal<readonly PlaybackStep[]>
  readonly stepNumber: ReadonlySignal<number>
  #replay: HistoryReplay | null = null
  #touchedFrames: TouchedFrames | null = null

  constructor({ reader, timeline, clock }: HistoryOptions) {
    this.#reader = reader
    this.#getTimeline = timeline
    this.#task = new LongTask(clock)
    this.#comparison = new Comparison(clock, (task) => this.run(task))
    this.#actionLog = createActionLog(clock)
    this.hasEarlier = computed(() => this.#earliestSeq.value > (this.#timeline.value?.first ?? 0))
    this.playbackSteps = computed(() => this.#listSteps())
    this.stepNumber = computed(() => getStepNumber(this.playbackSteps.value, this.#seq.value))
    this.#playback = createPlayback(clock, {
      count: () => this.playbackSteps.peek().length,
      stepNumber: () => this.stepNumber.peek(),
      goTo: (step) => this.#goToStep(step),
    })
  }

  get state(): ReadonlySignal<HistoryState> {
    return this.#state
  }

  get requestError(): ReadonlySignal<unknown> {
    return this.#requestError
  }

  get progress(): ReadonlySignal<number | null> {
    return this.#task.progress
  }

  get timeline(): ReadonlySignal<Timeline | null> {
    return this.#timeline
  }

  get document(): ReadonlySignal<HistoryDocument | null> {
    return this.#document
  }

  get replay(): HistoryReplay | null {
    return this.#replay
  }

  get earliestSeq(): ReadonlySignal<number> {
    return this.#earliestSeq
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
    return this.#playback.playing
  }

  get speed(): ReadonlySignal<Speed> {
    return this.#playback.speed
  }

  get actions(): ReadonlySignal<readonly Action[]> {
    return this.#actionLog.actions
  }

  get isReading(): ReadonlySignal<boolean> {
    return this.#actionLog.isReading
  }

  get comparedVersion(): ReadonlySignal<number | null> {
    return this.#comparison.version
  }

  get marks(): ReadonlySignal<readonly Mark[] | null> {
    return this.#comparison.marks
  }

  async open(from?: number, show?: number): Promise<void> {
    this.#playback.pause()
    // What is loaded stays on screen until more has loaded.
    if (!this.#replay) this.#state.value = { at: 'loading' }
    try {
      await this.run((context) => this.#load(context, from, show))
      await this.#seekToTarget()
      if (this.#replay) this.#actionLog.read(this.#replay, this.#earliestSeq.peek())
    } catch (error) {
      if (this.#replay) this.#requestError.value = error
      else this.#state.value = { at: 'failed', error }
    }
  }

  async catchUp(to: number): Promise<void> {
    const replay = this.#replay
    if (!replay || to <= replay.head) return
    await this.run(async (context) => {
      await this.#reader.extend(replay, to, context)
      this.#timeline.value = await this.#getTimeline(context.signal)
      await this.#findFrames(context)
    })
    this.#stepsRevision.value += 1
    this.#actionLog.read(replay, this.#earliestSeq.peek())
  }

  load(from: number): Promise<void> {
    return from < this.#earliestSeq.peek() ? this.open(from, this.#seq.peek()) : Promise.resolve()
  }

  loadEarlier(): Promise<void> {
    return this.open(Math.max(0, this.#earliestSeq.peek() - initialEdits), this.#seq.peek())
  }

  goTo(seq: number): Promise<void> {
    this.#playback.pause()
    return seq < this.#earliestSeq.peek() ? this.open(seq, seq) : this.#show(seq)
  }

  goToStep(stepNumber: number): Promise<void> {
    this.#playback.pause()
    return this.#goToStep(stepNumber)
  }

  play(): void {
    this.#playback.play()
  }

  pause(): void {
    this.#playback.pause()
  }

  setSpeed(speed: Speed): void {
    this.#playback.setSpeed(speed)
  }

  async setFilter(fields: Partial<PlaybackFilter>): Promise<void> {
    this.#playback.pause()
    const next = { ...this.#filter.peek(), ...fields }
    this.#filter.value = next
    if (next.frame !== null && this.#touchedFrames) return
    await this.run((context) => this.#findFrames(context))
    this.#stepsRevision.value += 1
  }

  compareTo(seq: number | null): Promise<void> {
    this.#comparison.setVersion(seq)
    return seq !== null && seq < this.#earliestSeq.peek()
      ? this.open(seq, this.#seq.peek())
      : this.#seekToTarget()
  }

  swap(): Promise<void> {
    const version = this.#comparison.version.peek()
    if (version === null) return Promise.resolve()
    this.#comparison.setVersion(this.#seq.peek())
    return this.#show(version)
  }

  run<T>(task: (context: TaskContext) => Promise<T>): Promise<T | undefined> {
    this.#requestError.value = null
    return this.#task.run(task)
  }

  cancel(): void {
    this.#task.cancel()
  }

  dispose(): void {
    this.#playback.pause()
    this.#comparison.cancelScheduled()
    this.cancel()
    this.#actionLog.dispose()
  }

  #listSteps(): readonly PlaybackStep[] {
    const [document, stepsRevision] = [this.#document.value, this.#stepsRevision.value]
    if (!document || !this.#replay || stepsRevision < 0) return []
    const frames = this.#touchedFrames?.frames ?? null
    return listPlaybackSteps(this.#replay.edits, this.#earliestSeq.value, this.#filter.value, frames)
  }

  #clampSeq(version: number): number {
    return Math.max(this.#earliestSeq.peek(), Math.min(version, this.#replay?.head ?? 0))
  }

  #show(seq: number): Promise<void> {
    this.#seq.value = this.#clampSeq(seq)
    return this.#seekToTarget()
  }

  #goToStep(stepNumber: number): Promise<void> {
    const all = this.playbackSteps.peek()
    const at = Math.max(0, Math.min(stepNumber, all.length))
    return this.#show(all[at - 1]?.seq ?? (all[0]?.first ?? 1) - 1)
  }

  /** Seeks the board to the target version, and the second replay to the one compared with. */
  async #seekToTarget(): Promise<void> {
    const comparison = this.#comparison
    comparison.cancelScheduled()
    const [shown, document] = [this.#replay, this.#document.peek()]
    if (!shown || !document) return
    comparison.prepare(shown)
    const isCompared = comparison.version.peek() !== null
    const isFar = this.#listSeekTargets(shown, document).some(
      ({ replay, to }) => Math.abs(replay.seq - to) > maxSyncEdits,
    )
    if (!isFar && (comparison.replay || !isCompared)) {
      this.cancel()
      for (const { replay, to, advance } of this.#listSeekTargets(shown, document))
        if (replay.seq !== to) advance(to)
      this.#reached.value = shown.seq
      return comparison.updateSoon(shown)
    }
    await this.run(async (context) => {
      await comparison.fork(shown, getSubtask(context, 0, 0.1))
      const targets = this.#listSeekTargets(shown, document)
      for (const [i, { replay, to, advance }] of targets.entries()) {
        const [from, until] = [0.1 + (0.8 * i) / targets.length, 0.1 + (0.8 * (i + 1)) / targets.length]
        await seek(replay, to, getSubtask(context, from, until), advance)
        context.signal.throwIfAborted()
      }
      this.#reached.value = shown.seq
      await comparison.update(shown, getSubtask(context, 0.9, 1))
    })
  }

  #listSeekTargets(shown: HistoryReplay, document: HistoryDocument): readonly SeekTarget[] {
    const other = this.#comparison.replay
    const target: SeekTarget = { replay: shown, to: this.#seq.peek(), advance: (next) => document.show(next) }
    if (!other) return [target]
    const to = this.#clampSeq(this.#comparison.version.peek() ?? 0)
    return [target, { replay: other, to, advance: (next) => void other.seek(next) }]
  }

  async #load(context: TaskContext, from: number | undefined, show: number | undefined): Promise<void> {
    const timeline = await this.#getTimeline(context.signal)
    const range = {
      from: Math.max(timeline.first, from ?? timeline.head - initialEdits),
      to: timeline.head,
      ...(from === undefined ? { maxEdits: maxInitialEdits } : {}),
    }
    const replay = await this.#reader.read(range, getSubtask(context, 0, 0.6))
    const shown = Math.min(Math.max(show ?? replay.head, replay.start.seq, timeline.first), replay.head)
    await seek(replay, shown, getSubtask(context, 0.6, 1))
    context.signal.throwIfAborted()
    this.#replay = replay
    this.#comparison.clear()
    await this.#findFrames(context)
    context.signal.throwIfAborted()
    // A keyframe can be older than the plan's history; edits before that are only replayed.
    this.#earliestSeq.value = Math.max(replay.start.seq, timeline.first)
    this.#timeline.value = timeline
    this.#seq.value = shown
    this.#document.value = new HistoryDocument(replay)
    this.#state.value = { at: 'ready' }
  }

  /** Frames are searched only while the user filters by one. */
  async #findFrames(context: TaskContext): Promise<void> {
    if (!this.#replay || this.#filter.peek().frame === null) {
      this.#touchedFrames = null
      return
    }
    const replay = await runInSlices(this.#replay.fork(), { ...context, onProgress: () => undefined })
    const touchedFrames = new TouchedFrames(replay)
    await seek(replay, replay.head, context, (next) => touchedFrames.walk(next))
    context.signal.throwIfAborted()
    this.#touchedFrames = touchedFrames
  }
}
