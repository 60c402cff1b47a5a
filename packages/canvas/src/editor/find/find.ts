import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import type { Change } from '../../document/model/change.ts'
import type { LiveDocument, RecordId } from '../../document/model/record.ts'
import type { SlicedWork } from '../../document/model/sliced-work.ts'
import { intersects } from '../../geometry/box.ts'
import type { Clock } from '../clock.ts'
import type { Camera } from '../view/camera.ts'
import type { Pages } from '../view/pages.ts'
import { isElement, type Shapes } from '../view/relations.ts'
import type { Scene } from '../view/scene.ts'
import { MOST_MATCHES, searchBoard, type FindMatch } from './board-search.ts'
import { createReplaceChanges, type ReplaceParts } from './replace-changes.ts'
import { createFindPattern, type FindOptions } from './text-match.ts'

/** Work per frame, ms; leaves most of the frame to drawing. */
const sliceMs = 5
/** After changes of the board the search runs again, at most this often. */
const refreshMs = 400
/** Below this zoom the view zooms in on a match, so that it can be read. */
const readableZoom = 0.4

export interface FindParts {
  readonly document: LiveDocument
  readonly shapes: Shapes
  readonly scene: Scene
  readonly camera: Camera
  readonly pages: Pages
  readonly clock: Clock
  readonly fit: ReplaceParts['fit']
  readonly canChange: (id: RecordId) => boolean
  /** Applies the changes as one undo step; false if refused. */
  readonly apply: (changes: readonly Change[]) => boolean
}

export interface FindResult {
  readonly matches: readonly FindMatch[]
  /** Index of the current match; -1 if there are none. */
  readonly current: number
  /** The list stops at its limit. */
  readonly isCut: boolean
  /** The search has not finished; `matches` are those of the search before it. */
  readonly isSearching: boolean
}

export interface ReplaceOutcome {
  readonly replaced: number
  /** Matches in elements that this person cannot change, or whose text would become too long. */
  readonly skipped: number
}

const nothing: FindResult = { matches: [], current: -1, isCut: false, isSearching: false }

/** "Find on this board": the matches of a text on all pages, which one is current, and replacing them. */
export class Find {
  readonly #parts: FindParts
  readonly #result = signal<FindResult>(nothing)
  #pattern: RegExp | null = null
  #work: SlicedWork<readonly FindMatch[]> | undefined
  /** Chooses the current match among new results. */
  #choose: (matches: readonly FindMatch[]) => number = () => 0
  /** The board has changed since the running search began. */
  #isOutdated = false
  #cancelTimer: (() => void) | undefined
  #stopObserving: (() => void) | undefined

  constructor(parts: FindParts) {
    this.#parts = parts
  }

  get result(): ReadonlySignal<FindResult> {
    return this.#result
  }

  /** Starts a search. The first match in view becomes the current one and is shown. */
  search(query: string, options: FindOptions): void {
    this.#pattern = createFindPattern(query, options)
    this.#stopObserving ??= this.#parts.document.observe(() => this.#refreshLater())
    this.#start((matches) => this.#getFirstInView(matches), { show: true })
  }

  /** Moves to the next or previous match, around the end. */
  step(by: 1 | -1): void {
    const { matches, current } = this.#result.peek()
    if (matches.length === 0) return
    const next = (current + by + matches.length) % matches.length
    this.#result.value = { ...this.#result.peek(), current: next }
    this.#show(matches[next])
  }

  /** Replaces the current match and moves to the next one. */
  replace(replacement: string): ReplaceOutcome {
    const { matches, current } = this.#result.peek()
    const match = matches[current]
    if (!match) return { replaced: 0, skipped: 0 }
    const changes = this.#createChanges(match.id, [match], replacement)
    if (changes.length === 0 || !this.#parts.apply(changes)) {
      this.step(1)
      return { replaced: 0, skipped: 1 }
    }
    const end = match.from + replacement.length
    const isReplaced = (other: FindMatch): boolean =>
      other.id === match.id && other.part === match.part && other.from >= match.from && other.from < end
    this.#start((found) => (current + found.filter(isReplaced).length) % Math.max(1, found.length), {
      show: true,
    })
    return { replaced: 1, skipped: 0 }
  }

  /** Replaces all matches in one undo step. */
  replaceAll(replacement: string): ReplaceOutcome {
    const { matches } = this.#result.peek()
    let replaced = 0
    const changes = [...Map.groupBy(matches, ({ id }) => id)].flatMap(([id, found]) => {
      const ofElement = this.#createChanges(id, found, replacement)
      if (ofElement.length > 0) replaced += found.length
      return ofElement
    })
    if (changes.length === 0 || !this.#parts.apply(changes)) replaced = 0
    this.#start(() => 0, { show: false })
    return { replaced, skipped: matches.length - replaced }
  }

  /** Ends the search. Returns the element of the current match. */
  close(): RecordId | undefined {
    const { matches, current } = this.#result.peek()
    this.#stop()
    this.#stopObserving?.()
    this.#stopObserving = undefined
    this.#pattern = null
    this.#result.value = nothing
    return matches[current]?.id
  }

  dispose(): void {
    this.close()
  }

  #start(choose: (matches: readonly FindMatch[]) => number, { show }: { show: boolean }): void {
    this.#stop()
    const pattern = this.#pattern
    if (!pattern) return void (this.#result.value = nothing)
    const { document, shapes, scene } = this.#parts
    this.#choose = choose
    this.#isOutdated = false
    this.#work = searchBoard({ document, shapes, getBounds: (id) => scene.getBounds(id) }, pattern)
    this.#result.value = { ...this.#result.peek(), isSearching: true }
    this.#runSlice(show)
  }

  #stop(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#work = undefined
  }

  #runSlice(show: boolean): void {
    const { clock } = this.#parts
    const until = clock.now() + sliceMs
    while (this.#work) {
      const step = this.#work.next()
      if (step.done) return this.#finish(step.value, show)
      if (clock.now() < until) continue
      this.#cancelTimer = clock.frame(() => this.#runSlice(show))
      return
    }
  }

  #finish(matches: readonly FindMatch[], show: boolean): void {
    this.#work = undefined
    this.#cancelTimer = undefined
    const current = matches.length === 0 ? -1 : this.#choose(matches)
    this.#result.value = { matches, current, isCut: matches.length === MOST_MATCHES, isSearching: false }
    if (show) this.#show(matches[current])
    if (this.#isOutdated) this.#refreshLater()
  }

  /** The board has changed: searches again, and the same occurrence stays the current one. */
  #refreshLater(): void {
    if (this.#work) this.#isOutdated = true
    if (this.#cancelTimer || this.#work || !this.#pattern) return
    this.#cancelTimer = this.#parts.clock.after(refreshMs, () => {
      const { matches, current } = this.#result.peek()
      const match = matches[current]
      const isSame = (other: FindMatch): boolean =>
        other.id === match?.id && other.part === match.part && other.from >= match.from
      this.#start(
        (found) => {
          const same = found.findIndex(isSame)
          return same >= 0 ? same : Math.min(Math.max(0, current), found.length - 1)
        },
        { show: false },
      )
    })
  }

  #getFirstInView(matches: readonly FindMatch[]): number {
    const { pages, scene, camera } = this.#parts
    const page = pages.current.peek()
    const seen = camera.visible.peek()
    const isInView = ({ id }: FindMatch): boolean => {
      const box = scene.getBounds(id)
      return box !== undefined && intersects(box, seen)
    }
    const inView = matches.findIndex((match) => match.page === page && isInView(match))
    const onPage = inView >= 0 ? inView : matches.findIndex((match) => match.page === page)
    return Math.max(0, onPage)
  }

  #show(match: FindMatch | undefined): void {
    if (!match) return
    const { pages, scene, camera } = this.#parts
    batch(() => {
      pages.open(match.page)
      const box = scene.getBounds(match.id)
      if (!box) return
      if (camera.state.peek().zoom < readableZoom) camera.fit(box)
      else camera.reveal(box)
    })
  }

  #createChanges(id: RecordId, matches: readonly FindMatch[], replacement: string): readonly Change[] {
    const { document, shapes, fit, canChange } = this.#parts
    if (!canChange(id)) return []
    const getElement: ReplaceParts['getElement'] = (of) => {
      const record = document.get(of)
      return isElement(record, shapes) ? record : undefined
    }
    return createReplaceChanges({ shapes, getElement, fit }, id, matches, replacement)
  }
}
