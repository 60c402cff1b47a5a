import type { WaitingFiles } from '../../../platform/offline/waiting-files.ts'

/** Images whose bytes are only in this browser until they are uploaded. */
export interface LocalImages {
  /** Rejects for local files of other browsers: their images show a placeholder until they are uploaded. */
  getObjectUrl(id: string): Promise<string>
  read(id: string): Promise<Blob>
  dispose(): void
}

export function createLocalImages(waiting: Pick<WaitingFiles, 'list'>): LocalImages {
  const objectUrls = new Map<string, string>()
  const getBytes = (id: string): Promise<Blob> => {
    const file = waiting.list.peek().find((each) => each.id === id)
    return file ? Promise.resolve(file.bytes) : Promise.reject(new Error('This file is not in this browser'))
  }
  return {
    async getObjectUrl(id) {
      const bytes = await getBytes(id)
      const objectUrl = objectUrls.get(id) ?? URL.createObjectURL(bytes)
      objectUrls.set(id, objectUrl)
      return objectUrl
    },
    read: getBytes,
    dispose() {
      for (const objectUrl of objectUrls.values()) URL.revokeObjectURL(objectUrl)
      objectUrls.clear()
    },
  }
}
