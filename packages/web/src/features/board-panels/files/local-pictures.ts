import type { WaitingFiles } from '../../../platform/waiting-files.ts'

/** Pictures whose bytes are in this browser only, because they still have to be uploaded. */
export interface LocalPictures {
  /** Rejects for files of other people's browsers: what they added shows as its frame until it is uploaded. */
  addressOf(id: string): Promise<string>
  read(id: string): Promise<Blob>
  dispose(): void
}

export function localPictures(waiting: Pick<WaitingFiles, 'list'>): LocalPictures {
  const addresses = new Map<string, string>()
  const bytesOf = (id: string): Promise<Blob> => {
    const file = waiting.list.peek().find((each) => each.id === id)
    return file ? Promise.resolve(file.bytes) : Promise.reject(new Error('This file is not in this browser'))
  }
  return {
    async addressOf(id) {
      const bytes = await bytesOf(id)
      const address = addresses.get(id) ?? URL.createObjectURL(bytes)
      addresses.set(id, address)
      return address
    },
    read: bytesOf,
    dispose() {
      for (const address of addresses.values()) URL.revokeObjectURL(address)
      addresses.clear()
    },
  }
}
