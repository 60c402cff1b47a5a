import type { Clock } from '../../editor/clock.ts'
import type { AnimationFrame, FrameSource } from './frame-source.ts'

/** Animations that are kept ready; the others are read again when they are shown again. */
const maxOpen = 12

interface Entry {
  /** Null: it does not move. Undefined: not known yet. */
  source: FrameSource | null | undefined
  shown: AnimationFrame | undefined
  shownAt: number
  next: AnimationFrame | undefined
  isDecoding: boolean
  /** All repetitions have been shown. */
  isOver: boolean
}

export interface AnimatedFilesParts {
  /** Null: a file of a type that cannot move. */
  readonly read: (fileId: string) => Promise<Blob | null>
  readonly reducedMotion: () => boolean
  /** A frame is due, or a file is known to move. */
  readonly onDue: () => void
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/**
 * Plays the animated images that are shown. Time passes only while `advance` is called, so nothing plays off screen or
 * in a hidden tab.
 */
export class AnimatedFiles {
  readonly #parts: AnimatedFilesParts
  /** Last shown ones last. */
  readonly #entries = new Map<string, Entry>()
  /** The user's choice by file, which overrides the preference for reduced motion. */
  readonly #chosen = new Map<string, boolean>()
  #cancel: () => void = () => undefined
  #isDisposed = false

  constructor(parts: AnimatedFilesParts) {
    this.#parts = parts
  }

  /** Whether the file is known to move. The first call reads it. */
  moves(fileId: string): boolean {
    const entry = this.#entries.get(fileId) ?? this.#open(fileId)
    return entry.source !== null && entry.source !== undefined
  }

  isPlaying(fileId: string): boolean {
    return this.#chosen.get(fileId) ?? !this.#parts.reducedMotion()
  }

  setPlaying(fileId: string, isPlaying: boolean): void {
    this.#chosen.set(fileId, isPlaying)
    const entry = this.#entries.get(fileId)
    if (isPlaying && entry?.isOver) this.#drop(fileId, entry)
    this.#parts.onDue()
  }

  /** The current frame; undefined before the first. */
  getFrame(fileId: string): ImageBitmap | undefined {
    return this.#entries.get(fileId)?.shown?.bitmap
  }

  /** Moves these files on to the frames that are due; returns those that show a new one. */
  advance(fileIds: Iterable<string>): ReadonlySet<string> {
    this.#cancel()
    const now = this.#parts.clock.now()
    const changed = new Set<string>()
    let waitMs = Infinity
    for (const id of fileIds) {
      const entry = this.#entries.get(id)
      if (!entry?.source) continue
      this.#entries.delete(id)
      this.#entries.set(id, entry)
      if (!this.isPlaying(id)) continue
      const { shown, next } = entry
      const leftMs = shown ? entry.shownAt + shown.durationMs - now : 0
      if (next && leftMs <= 0) {
        shown?.bitmap.close()
        Object.assign(entry, { shown: next, next: undefined, shownAt: now })
        changed.add(id)
        waitMs = Math.min(waitMs, next.durationMs)
      } else if (next) waitMs = Math.min(waitMs, leftMs)
      if (!entry.next) void this.#decode(entry)
    }
    this.#trim()
    if (waitMs < Infinity) this.#cancel = this.#parts.clock.after(waitMs, () => this.#parts.onDue())
    return changed
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancel()
    for (const [id, entry] of this.#entries) this.#drop(id, entry)
  }

  #open(fileId: string): Entry {
    const entry: Entry = {
      source: undefined,
      shown: undefined,
      shownAt: 0,
      next: undefined,
      isDecoding: false,
      isOver: false,
    }
    this.#entries.set(fileId, entry)
    void this.#read(fileId, entry)
    return entry
  }

  async #read(fileId: string, entry: Entry): Promise<void> {
    // A file that cannot be read shows its still image, or the placeholder.
    const source = await this.#parts
      .read(fileId)
      .then(async (blob) => blob && (await import('./frame-source.ts')).openFrames(blob))
      .catch(() => null)
    if (this.#isDisposed || this.#entries.get(fileId) !== entry) return source?.close()
    entry.source = source
    if (source) this.#parts.onDue()
  }

  async #decode(entry: Entry): Promise<void> {
    if (entry.isDecoding || entry.isOver || !entry.source) return
    entry.isDecoding = true
    try {
      const next = await entry.source.next()
      if (!next) entry.isOver = true
      else if (entry.source) entry.next = next
      else next.bitmap.close()
    } catch {
      // A damaged frame: the last good one stays.
      entry.isOver = true
    }
    entry.isDecoding = false
    if (!this.#isDisposed && entry.next) this.#parts.onDue()
  }

  #trim(): void {
    let open = [...this.#entries.values()].filter(({ source }) => source).length
    for (const [id, entry] of this.#entries) {
      if (open <= maxOpen) return
      if (!entry.source) continue
      this.#drop(id, entry)
      open--
    }
  }

  #drop(fileId: string, entry: Entry): void {
    entry.source?.close()
    entry.source = null
    entry.shown?.bitmap.close()
    entry.next?.bitmap.close()
    this.#entries.delete(fileId)
  }
}
