import { computed } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { FilesPort, Replica } from '@tavla/canvas'
import { directUploadBytes, lengths } from '@tavla/contract'
import { api } from '../../../platform/network/api.ts'
import { clock } from '../../../platform/dom/clock.ts'
import type { ImageStore } from '../../../platform/offline/image-store.ts'
import { putFile } from '../../../platform/network/put-file.ts'
import { readBlob } from '../../../platform/network/read-blob.ts'
import { isLocalFile, type WaitingFile, type WaitingFiles } from '../../../platform/offline/waiting-files.ts'
import { createDownloadUrls } from './download-urls.ts'
import { createLocalImages } from './local-images.ts'
import { readImage } from './image-size.ts'
import { createSeenImages } from './seen-images.ts'
import { createUploadQueue } from './upload-queue.ts'

/** A file on the board that is being uploaded to the space. */
export interface Transfer {
  readonly id: string
  readonly name: string
  /** 0 to 1; null while the server processes it; undefined while it waits for a connection or in the queue. */
  readonly share: number | null | undefined
}

/** Files of one space: images on the board and images of imports. */
export interface BoardFiles extends FilesPort {
  readonly transfers: ReadonlySignal<readonly Transfer[]>
  /** Files that the server refused; they wait for the user's decision. */
  readonly failed: ReadonlySignal<readonly WaitingFile[]>
  /** False if pending uploads are lost when this tab closes. */
  readonly keeps: ReadonlySignal<boolean>
  /** Stores a file locally until it is uploaded; returns the id by which records refer to it from now on. */
  store(file: Blob, name: string): Promise<string>
  /** Retries a refused file. */
  retry(id: string): void
  /** Discards the file. */
  discard(id: string): void
  /** The bytes of a stored file. */
  read(fileId: string): Promise<Blob>
  dispose(): void
}

export interface BoardFilesOptions {
  readonly wid: string
  readonly uid: string
  readonly kept: ImageStore
  readonly waiting: WaitingFiles
  readonly replica: Pick<Replica, 'document' | 'amend'>
  readonly isOnline: ReadonlySignal<boolean>
}

export function boardFiles({ wid, uid, kept, waiting, replica, isOnline }: BoardFilesOptions): BoardFiles {
  const address = createDownloadUrls(
    async (id) => (await api.file.download({ query: { id } }, { quiet: true })).url,
    clock,
  )
  const images = createSeenImages({ kept, address, read: readBlob, clock })
  const local = createLocalImages(waiting)
  const queue = createUploadQueue({
    name: `${uid}:${wid}`,
    files: waiting,
    document: replica.document,
    isOnline,
    locks: navigator.locks as LockManager | undefined,
    clock,
    send: ({ bytes, name }, signal, onProgress) => send(wid, bytes, fileName(name), signal, onProgress),
    amend: (changes) => replica.amend(changes),
    keep: (file, bytes) => kept.keep(file, bytes),
  })
  return {
    transfers: computed(() => {
      const now = queue.progress.value
      return waiting.list.value
        .filter(({ refused }) => refused === null)
        .map(({ id, name }) => ({ id, name, share: now?.id === id ? now.share : undefined }))
    }),
    failed: computed(() => waiting.list.value.filter(({ refused }) => refused !== null)),
    keeps: waiting.keeps,
    store: (file, name) => waiting.add(file, name),
    retry: (id) => void waiting.change(id, { refused: null }),
    discard(id) {
      queue.cancel(id)
      void waiting.remove(id)
    },
    url: (file) => (isLocalFile(file) ? local.getAddress(file) : images.getAddress(file)),
    read: (file) => (isLocalFile(file) ? local.read(file) : images.read(file)),
    dispose() {
      queue.dispose()
      local.dispose()
      images.dispose()
    },
    async upload(blob, name) {
      const { file, name: stored, w, h } = await readImage(blob, name)
      return { fileId: await waiting.add(file, stored), w, h }
    },
  }
}

/** Small files are sent in one call, larger ones by a signed URL with upload progress. */
async function send(
  wid: string,
  file: Blob,
  filename: string,
  signal: AbortSignal,
  onProgress: (share: number | null) => void,
): Promise<string> {
  const described = { filename, filesize: file.size, type: file.type }
  if (file.size <= directUploadBytes) {
    const sent = Object.assign(file.slice(0, file.size, file.type), { name: filename })
    return (await api.file.uploadDirect({ query: { id: wid, ...described }, file: sent }, { signal })).id
  }
  const { id, url, headers } = await api.file.upload({ query: { wid, ...described } }, { signal })
  await putFile({ url, headers, file, filename, signal, onProgress }, clock)
  return id
}

/** Makes a file name valid for the contract: no path, not empty, not too long; the extension is kept. */
export function fileName(name: string): string {
  const bare = name.replace(/[/\\]/g, '-').trim() || 'file'
  if (bare.length <= lengths.fileName) return bare
  const ending = /\.[^.]{1,12}$/.exec(bare)?.[0] ?? ''
  return bare.slice(0, lengths.fileName - ending.length) + ending
}
