import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { BoardChange, LiveDocument, RecordId } from '../../document/model/record.ts'
import { intersects, type Box } from '../../geometry/box.ts'
import { getDetail } from '../detail.ts'
import type { LiveLayer } from '../live-layer.ts'
import type { RenderIndex } from '../raster/render-index.ts'
import { AnimatedFiles, type AnimatedFilesParts } from './animated-files.ts'
import { MediaElements } from './media-elements.ts'

/** More animations in view stay still. */
const maxPlaying = 12
/** Smaller ones stay still, device pixels. */
const minWidthPx = 24

/** An element in view that can play. */
export interface ShownMedia {
  readonly id: RecordId
  /** Animations play on the board, videos in a player above it. */
  readonly type: 'animation' | 'video'
  /** False for videos: the host plays them. */
  readonly isPlaying: boolean
}

interface Candidate {
  readonly id: RecordId
  /** Of an animation. */
  readonly file: string
}

export interface AnimatorParts extends AnimatedFilesParts {
  readonly document: LiveDocument
  readonly renderIndex: RenderIndex
  readonly live: LiveLayer
}

/** Plays the animated images in view in the live layer, so that their frames repaint no tile. */
export class Animator {
  readonly #shown = signal<readonly ShownMedia[]>([])
  readonly #parts: AnimatorParts
  readonly #files: AnimatedFiles
  readonly #media: MediaElements

  constructor(parts: AnimatorParts) {
    this.#parts = parts
    this.#files = new AnimatedFiles(parts)
    this.#media = new MediaElements(parts.document)
  }

  /** What can play in view. */
  get shown(): ReadonlySignal<readonly ShownMedia[]> {
    return this.#shown
  }

  note(change: BoardChange): void {
    this.#media.note(change)
  }

  getFrame(fileId: string): ImageBitmap | undefined {
    return this.#files.getFrame(fileId)
  }

  setPlaying(id: RecordId, isPlaying: boolean): void {
    const media = this.#media.all.get(id)
    if (media?.video === '') this.#files.setPlaying(media.image, isPlaying)
  }

  /** Shows the frames that are due; returns the areas that changed. */
  advance(view: Box, scale: number): readonly Box[] {
    const { live, renderIndex } = this.#parts
    const { animations, videos } = this.#findVisible(view, scale)
    // What never played stays in its tile: the still image is its first frame.
    const hasStarted = ({ file }: Candidate) =>
      this.#files.isPlaying(file) || this.#files.getFrame(file) !== undefined
    const canPlay = new Set(live.play(animations.filter(hasStarted).map(({ id }) => id)))
    const playing = animations.filter(({ id }) => canPlay.has(id))
    const due = this.#files.advance(new Set(playing.map(({ file }) => file)))
    const offered = animations.filter((one) => canPlay.has(one.id) || !hasStarted(one))
    this.#show([
      ...offered.map(
        ({ id, file }) => ({ id, type: 'animation', isPlaying: this.#files.isPlaying(file) }) as const,
      ),
      ...videos.map((id) => ({ id, type: 'video', isPlaying: false }) as const),
    ])
    return playing.flatMap(({ id, file }) => (due.has(file) ? (renderIndex.getBounds(id) ?? []) : []))
  }

  dispose(): void {
    this.#files.dispose()
  }

  #findVisible(view: Box, scale: number): { animations: readonly Candidate[]; videos: readonly RecordId[] } {
    const animations: Candidate[] = []
    const videos: RecordId[] = []
    if (getDetail(scale) === 'blocks') return { animations, videos }
    for (const [id, { image, video }] of this.#media.all) {
      const bounds = this.#parts.renderIndex.getBounds(id)
      if (!bounds || bounds.w * scale < minWidthPx || !intersects(bounds, view)) continue
      if (video !== '') videos.push(id)
      else if (animations.length < maxPlaying && this.#files.moves(image))
        animations.push({ id, file: image })
    }
    return { animations, videos }
  }

  #show(next: readonly ShownMedia[]): void {
    const before = this.#shown.peek()
    const isSame =
      next.length === before.length &&
      next.every(({ id, isPlaying }, i) => before[i]?.id === id && before[i].isPlaying === isPlaying)
    if (!isSame) this.#shown.value = next
  }
}
