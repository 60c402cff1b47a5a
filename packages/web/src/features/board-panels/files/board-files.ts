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
import { fileReader } from './reading/lazy-file-reader.ts'
import { createSeenImages } from './seen-images.ts'
import { createUploadQueue } from './upload-queue.ts'
import { isVideo } from './reading/video-types.ts'

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
  readonly areStored: ReadonlySignal<boolean>
  /** Stores a file locally until it is uploaded; returns the id by which records refer to it from now on. */
  store(file: Blob, name: string): Promise<string>
  /** Retries a refused file. */
  retry(id: string): void
  /** Discards the file. */
  discard(id: string): void
  /** Where a video can be played; valid for some minutes. */
  videoUrl(fileId: string): Promise<string>
  /** The bytes of a stored file. */
  read(fileId: string): Promise<Blob>
  dispose(): void
}

/** Image types that can move. */
const animatedTypes: ReadonlySet<string> = new Set(['image/gif', 'image/webp', 'image/apng', 'image/avif'])

export interface BoardFilesOptions {
  readonly wid: string
  readonly uid: string
  readonly imageStore: ImageStore
  readonly waitingFiles: WaitingFiles
  readonly replica: Pick<Replica, 'document' | 'amend'>
  readonly isOnline: ReadonlySignal<boolean>
}

export function createBoardFiles({
  wid,
  uid,
  imageStore,
  waitingFiles,
  replica,
  isOnline,
}: BoardFilesOptions): BoardFiles {
  const types = new Map<string, string>()
  const getUrl = createDownloadUrls(async (id) => {
    const { url, type } = await api.file.download({ query: { id } }, { quiet: true })
    types.set(id, type)
    return url
  }, clock)
  const images = createSeenImages({ imageStore, getUrl, fetchBytes: readBlob, clock })
  const local = createLocalImages(waitingFiles)
  const queue = createUploadQueue({
    name: `${uid}:${wid}`,
    files: waitingFiles,
    document: replica.document,
    isOnline,
    locks: navigator.locks as LockManager | undefined,
    clock,
    send: ({ bytes, name }, signal, onProgress) => send(wid, bytes, toFileName(name), signal, onProgress),
    amend: (changes) => replica.amend(changes),
    storeImage: async (file, bytes) => {
      if (!isVideo(bytes)) await imageStore.write(file, bytes)
    },
  })
  return {
    transfers: computed(() => {
      const progress = queue.progress.value
      return waitingFiles.list.value
        .filter(({ refused }) => refused === null)
        .map(({ id, name }) => ({ id, name, share: progress?.id === id ? progress.share : undefined }))
    }),
    failed: computed(() => waitingFiles.list.value.filter(({ refused }) => refused !== null)),
    areStored: waitingFiles.isDurable,
    store: (file, name) => waitingFiles.add(file, name),
    retry: (id) => void waitingFiles.change(id, { refused: null }),
    discard(id) {
      queue.cancel(id)
      void waitingFiles.remove(id)
    },
    url: (file) => (isLocalFile(file) ? local.getObjectUrl(file) : images.getObjectUrl(file)),
    readUrl: readBlob,
    read: (file) => (isLocalFile(file) ? local.read(file) : images.read(file)),
    videoUrl: (file) => (isLocalFile(file) ? local.getObjectUrl(file) : getUrl(file)),
    async readAnimation(file) {
      const bytes = isLocalFile(file) ? await local.read(file) : await imageStore.read(file).catch(() => null)
      if (bytes) return animatedTypes.has(bytes.type) ? bytes : null
      const url = await getUrl(file)
      return animatedTypes.has(types.get(file) ?? '') ? await readBlob(url) : null
    },
    dispose() {
      queue.dispose()
      local.dispose()
      images.dispose()
    },
    async upload(blob, name) {
      const readFile = await fileReader.load()
      if (!readFile) throw new Error('The code that reads files did not load')
      const { image, video } = await readFile(blob, name)
      const fileId = await waitingFiles.add(image.file, image.name)
      const size = { w: image.w, h: image.h }
      return video
        ? { fileId, videoId: await waitingFiles.add(video.file, video.name), ...size }
        : { fileId, ...size }
    },
  }
}

/** Small files are sent in one call, larger ones by a signed URL, of the server or its storage, with upload progress. */
async function send(
  wid: string,
  file: Blob,
  filename: string,
  signal: AbortSignal,
  onProgress: (share: number | null) => void,
): Promise<string> {
  const description = { filename, filesize: file.size, type: file.type }
  if (file.size <= directUploadBytes) {
    const body = Object.assign(file.slice(0, file.size, file.type), { name: filename })
    return (await api.file.uploadDirect({ query: { id: wid, ...description }, file: body }, { signal })).id
  }
  const { id, url, headers } = await api.file.upload({ query: { wid, ...description } }, { signal })
  await putFile({ url, headers, file, filename, signal, onProgress }, clock)
  // What went straight to the storage is taken over by the server now.
  if (URL.canParse(url)) await api.file.download({ query: { id } }, { signal })
  return id
}

/** Makes a file name valid for the contract: no path, not empty, not too long; the extension is kept. */
export function toFileName(name: string): string {
  const cleaned = name.replace(/[/\\]/g, '-').trim() || 'file'
  if (cleaned.length <= lengths.fileName) return cleaned
  const extension = /\.[^.]{1,12}$/.exec(cleaned)?.[0] ?? ''
  return cleaned.slice(0, lengths.fileName - extension.length) + extension
}
