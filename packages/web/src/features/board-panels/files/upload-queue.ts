import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { fileFields } from '@tavla/canvas'
import type { Change, LiveDocument, Refusal as EditRefusal } from '@tavla/canvas'
import { Refusal } from '@tavla/contract'
import type { Clock } from '../../../platform/dom/clock.ts'
import type { WaitingFile, WaitingFiles } from '../../../platform/offline/waiting-files.ts'
import { findElementsOfFile } from './elements-of-file.ts'

/** A file being uploaded, as every tab shows it. */
export interface UploadProgress {
  readonly id: string
  /** 0 to 1; null while the server processes it. */
  readonly share: number | null
}

export interface UploadQueueOptions {
  /** Identifies user and board; one tab of the browser uploads for all of them. */
  readonly name: string
  readonly files: WaitingFiles
  readonly document: LiveDocument
  readonly isOnline: ReadonlySignal<boolean>
  readonly locks: LockManager | undefined
  readonly clock: Clock
  /** Uploads with the retries of the specification; returns the stored file's id. */
  send(file: WaitingFile, signal: AbortSignal, onProgress: (share: number | null) => void): Promise<string>
  /** Replaces the local file id in the records by the stored one; not an undo step. */
  amend(changes: readonly Change[]): EditRefusal | undefined
  /** Copies the bytes to the image cache, so that they need not be downloaded. */
  storeImage(fileId: string, bytes: Blob): Promise<void>
}

export interface UploadQueue {
  readonly progress: ReadonlySignal<UploadProgress | null>
  /** Aborts the current attempt if it is for this file. */
  cancel(id: string): void
  dispose(): void
}

/** Delay before the next attempt when the server did not answer while online. */
const retryMs = 15_000

/** Uploads pending files one by one, once there is a connection and a record refers to the file. */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  return new Queue(options)
}

class Queue implements UploadQueue {
  readonly progress = signal<UploadProgress | null>(null)
  readonly #options: UploadQueueOptions
  readonly #controller = new AbortController()
  readonly #channel: BroadcastChannel
  #attempt: { readonly id: string; readonly controller: AbortController } | null = null
  #isRunning = false
  #isUploader = false
  #cancelRetry: () => void = () => undefined
  readonly #disposers: (() => void)[] = []

  constructor(options: UploadQueueOptions) {
    this.#options = options
    this.#channel = new BroadcastChannel(`tavla-upload-progress:${options.name}`)
    this.#channel.onmessage = ({ data }) => void (this.progress.value = data as UploadProgress | null)
    this.#disposers.push(
      effect(() => {
        void [options.files.list.value, options.isOnline.value]
        void this.#run()
      }),
      options.document.observe(() => {
        if (options.files.list.peek().length > 0) void this.#run()
      }),
    )
    void this.#becomeUploader()
  }

  cancel(id: string): void {
    if (this.#attempt?.id === id) this.#attempt.controller.abort()
  }

  dispose(): void {
    this.#controller.abort()
    this.#attempt?.controller.abort()
    this.#cancelRetry()
    for (const disposeOne of this.#disposers) disposeOne()
    this.#channel.close()
  }

  /** Without the Web Locks API every tab uploads its own files; the record gets the file that was stored last. */
  async #becomeUploader(): Promise<void> {
    const { locks, name } = this.#options
    const { signal: signal } = this.#controller
    const start = (): void => {
      this.#isUploader = true
      void this.#run()
    }
    if (!locks) return start()
    const lock = locks.request(`tavla-upload:${name}`, { signal: signal }, () => {
      start()
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    })
    // Aborted because the tab closes.
    await lock.catch(() => undefined)
  }

  async #run(): Promise<void> {
    if (this.#isRunning || !this.#isUploader || this.#controller.signal.aborted) return
    this.#isRunning = true
    this.#cancelRetry()
    try {
      for (let file = this.#next(); file; file = this.#next()) {
        if (file.fileId === null) await this.#upload(file)
        else await this.#nameInRecords(file, file.fileId)
      }
    } catch {
      // No answer: retried on reconnect and after a delay.
      this.#cancelRetry = this.#options.clock.after(retryMs, () => void this.#run())
    } finally {
      this.#isRunning = false
      this.#show(null)
    }
  }

  /** Files that no record refers to are kept: undo can restore the record. */
  #next(): WaitingFile | undefined {
    const { files, isOnline } = this.#options
    if (!isOnline.peek() || this.#controller.signal.aborted) return undefined
    return files.list.peek().find(({ id, refused }) => refused === null && this.#getRecords(id).length > 0)
  }

  async #upload(file: WaitingFile): Promise<void> {
    const { files, send, storeImage } = this.#options
    const controller = new AbortController()
    this.#attempt = { id: file.id, controller }
    try {
      this.#show({ id: file.id, share: null })
      const fileId = await send(file, controller.signal, (share) => this.#show({ id: file.id, share }))
      await storeImage(fileId, file.bytes).catch(() => undefined)
      await files.change(file.id, { fileId })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await files.change(file.id, { refused: { code: error.code, data: error.data } })
    } finally {
      this.#attempt = null
    }
  }

  async #nameInRecords(file: WaitingFile, fileId: string): Promise<void> {
    const { amend, files } = this.#options
    const { document } = this.#options
    amend(
      this.#getRecords(file.id).map((id): Change => {
        const names = fileFields.filter((name) => document.get(id)?.[name] === file.id)
        return { op: 'patch', id, fields: Object.fromEntries(names.map((name) => [name, fileId])) }
      }),
    )
    await files.remove(file.id)
  }

  #getRecords(fileId: string): readonly string[] {
    return findElementsOfFile(this.#options.document, fileId)
  }

  #show(progress: UploadProgress | null): void {
    if (this.#controller.signal.aborted || this.progress.peek() === progress) return
    this.progress.value = progress
    this.#channel.postMessage(progress)
  }
}
