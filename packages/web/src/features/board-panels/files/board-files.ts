import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { FilesPort } from '@tavla/canvas'
import { directUploadBytes, lengths } from '@tavla/contract'
import { api } from '../../../platform/api.ts'
import { clock } from '../../../platform/clock.ts'
import type { KeptPictures } from '../../../platform/kept-pictures.ts'
import { putFile } from '../../../platform/put-file.ts'
import { readBlob } from '../../../platform/read-blob.ts'
import { downloadAddresses } from './download-addresses.ts'
import { readPicture } from './picture-size.ts'
import { seenPictures } from './seen-pictures.ts'

/** A file on its way to the space. */
export interface Transfer {
  readonly id: number
  readonly name: string
  /** 0 to 1; null while the server reads what it has. */
  readonly share: number | null
  cancel(): void
}

/** Files of one space: pictures of the board, and what imports bring. */
export interface BoardFiles extends FilesPort {
  readonly transfers: ReadonlySignal<readonly Transfer[]>
  /** Stores a file; answers its id. */
  store(file: Blob, name: string, signal?: AbortSignal): Promise<string>
  /** The bytes of a stored file. */
  read(fileId: string): Promise<Blob>
  dispose(): void
}

export function boardFiles(wid: string, kept: KeptPictures): BoardFiles {
  const transfers = signal<readonly Transfer[]>([])
  let counted = 0
  const address = downloadAddresses(
    async (id) => (await api.file.download({ query: { id } }, { quiet: true })).url,
    clock,
  )
  const pictures = seenPictures({ kept, address, read: readBlob, clock })

  const store = async (file: Blob, name: string, signal?: AbortSignal): Promise<string> => {
    const id = ++counted
    const stop = new AbortController()
    const end = () => stop.abort()
    signal?.addEventListener('abort', end)
    const change = (share: number | null) => {
      transfers.value = transfers.peek().map((each) => (each.id === id ? { ...each, share } : each))
    }
    transfers.value = [...transfers.peek(), { id, name, share: null, cancel: end }]
    try {
      return await send(wid, file, fileName(name), stop.signal, change)
    } finally {
      signal?.removeEventListener('abort', end)
      transfers.value = transfers.peek().filter((each) => each.id !== id)
    }
  }

  return {
    transfers,
    store,
    url: pictures.addressOf,
    read: pictures.read,
    dispose: pictures.dispose,
    async upload(blob, name) {
      const { file, name: stored, w, h } = await readPicture(blob, name)
      return { fileId: await store(file, stored), w, h }
    },
  }
}

/** Small files in one call, larger ones to an address of their own, where progress can be seen. */
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

/** As the contract wants names: no path, not empty, not too long; the ending stays. */
export function fileName(name: string): string {
  const bare = name.replace(/[/\\]/g, '-').trim() || 'file'
  if (bare.length <= lengths.fileName) return bare
  const ending = /\.[^.]{1,12}$/.exec(bare)?.[0] ?? ''
  return bare.slice(0, lengths.fileName - ending.length) + ending
}
