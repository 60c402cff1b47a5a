import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Change, LiveDocument, Refusal as EditRefusal } from '@tavla/canvas'
import { Refusal } from '@tavla/contract'
import type { Clock } from '../../../platform/dom/clock.ts'
import type { WaitingFile, WaitingFiles } from '../../../platform/offline/waiting-files.ts'

/** A file on its way, as every tab shows it. */
export interface UploadProgress {
  readonly id: string
  /** 0 to 1; null while the server reads what it has. */
  readonly share: number | null
}

export interface UploadQueueOptions {
  /** Names the person and the board; one tab of the browser uploads for all of them. */
  readonly name: string
  readonly files: WaitingFiles
  readonly document: LiveDocument
  readonly isOnline: ReadonlySignal<boolean>
  readonly locks: LockManager | undefined
  readonly clock: Clock
  /** Uploads with the tries that the specification names; answers the stored file's id. */
  send(file: WaitingFile, signal: AbortSignal, onProgress: (share: number | null) => void): Promise<string>
  /** Writes the stored file's id over the local one; no step of undo. */
  amend(changes: readonly Change[]): EditRefusal | undefined
  /** The picture need not be fetched again. */
  keep(fileId: string, bytes: Blob): Promise<void>
}

export interface UploadQueue {
  readonly progress: ReadonlySignal<UploadProgress | null>
  /** Gives up the attempt under way, if it is this file's. */
  cancel(id: string): void
  dispose(): void
}

/** With a connection and no answer, the next try comes after this long. */
const againAfterMs = 15_000

/** Uploads what waits, one file after the other, as soon as there is a connection and the file is named on the board. */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  return new Queue(options)
}

class Queue implements UploadQueue {
  readonly progress = signal<UploadProgress | null>(null)
  readonly #options: UploadQueueOptions
  readonly #over = new AbortController()
  readonly #channel: BroadcastChannel
  #attempt: { readonly id: string; readonly stop: AbortController } | null = null
  #isRunning = false
  #isUploader = false
  #cancelRetry: () => void = () => undefined
  readonly #stops: (() => void)[] = []

  constructor(options: UploadQueueOptions) {
    this.#options = options
    this.#channel = new BroadcastChannel(`tavla-upload-progress:${options.name}`)
    this.#channel.onmessage = ({ data }) => void (this.progress.value = data as UploadProgress | null)
    this.#stops.push(
      effect(() => {
        void [options.files.list.value, options.isOnline.value]
        void this.#run()
      }),
      options.document.observe(() => {
        if (options.files.list.peek().length > 0) void this.#run()
      }),
    )
    void this.#become()
  }

  cancel(id: string): void {
    if (this.#attempt?.id === id) this.#attempt.stop.abort()
  }

  dispose(): void {
    this.#over.abort()
    this.#attempt?.stop.abort()
    this.#cancelRetry()
    for (const stop of this.#stops) stop()
    this.#channel.close()
  }

  /** Where tabs cannot agree, each uploads what it holds; the record takes the file that was stored last. */
  async #become(): Promise<void> {
    const { locks, name } = this.#options
    const { signal: over } = this.#over
    const begin = (): void => {
      this.#isUploader = true
      void this.#run()
    }
    if (!locks) return begin()
    const held = locks.request(`tavla-upload:${name}`, { signal: over }, () => {
      begin()
      return new Promise<void>((resolve) => over.addEventListener('abort', () => resolve(), { once: true }))
    })
    // Called off because the tab closes.
    await held.catch(() => undefined)
  }

  async #run(): Promise<void> {
    if (this.#isRunning || !this.#isUploader || this.#over.signal.aborted) return
    this.#isRunning = true
    this.#cancelRetry()
    try {
      for (let file = this.#next(); file; file = this.#next()) {
        if (file.fileId === null) await this.#upload(file)
        else await this.#name(file, file.fileId)
      }
    } catch {
      // No answer: it is tried again with the next connection, and after a while.
      this.#cancelRetry = this.#options.clock.after(againAfterMs, () => void this.#run())
    } finally {
      this.#isRunning = false
      this.#show(null)
    }
  }

  /** What nothing on the board names is left alone: undo may bring it back. */
  #next(): WaitingFile | undefined {
    const { files, isOnline } = this.#options
    if (!isOnline.peek() || this.#over.signal.aborted) return undefined
    return files.list.peek().find(({ id, refused }) => refused === null && this.#getRecords(id).length > 0)
  }

  async #upload(file: WaitingFile): Promise<void> {
    const { files, send, keep } = this.#options
    const stop = new AbortController()
    this.#attempt = { id: file.id, stop }
    try {
      this.#show({ id: file.id, share: null })
      const fileId = await send(file, stop.signal, (share) => this.#show({ id: file.id, share }))
      await keep(fileId, file.bytes).catch(() => undefined)
      await files.change(file.id, { fileId })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await files.change(file.id, { refused: { code: error.code, data: error.data } })
    } finally {
      this.#attempt = null
    }
  }

  async #name(file: WaitingFile, fileId: string): Promise<void> {
    const { amend, files } = this.#options
    amend(this.#getRecords(file.id).map((id): Change => ({ op: 'patch', id, fields: { file: fileId } })))
    await files.remove(file.id)
  }

  #getRecords(fileId: string): readonly string[] {
    const { document } = this.#options
    return [...document.ids()].filter((id) => document.get(id)?.['file'] === fileId)
  }

  #show(progress: UploadProgress | null): void {
    if (this.#over.signal.aborted || this.progress.peek() === progress) return
    this.progress.value = progress
    this.#channel.postMessage(progress)
  }
}
