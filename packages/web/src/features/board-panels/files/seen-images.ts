import { type Clock, sleep } from '../../../platform/dom/clock.ts'
import { isOffline } from '../../../platform/failure.ts'
import type { ImageStore } from '../../../platform/offline/image-store.ts'

export interface SeenImagesOptions {
  readonly imageStore: ImageStore
  /** Signed URL at which the server serves the file. */
  readonly getUrl: (file: string) => Promise<string>
  readonly fetchBytes: (getUrl: string) => Promise<Blob>
  readonly clock: Clock
}

/** Images that were shown before are read from the browser's cache, also offline; others come from the server. */
export interface SeenImages {
  getObjectUrl(file: string): Promise<string>
  read(file: string): Promise<Blob>
  dispose(): void
}

/** Caching waits until the board has loaded, so that it does not compete for the network. */
const storeDelayMs = 3_000
/** While offline, the placeholder stays, and the image is shown once there is a connection. */
const retryMs = 10_000

export function createSeenImages({ imageStore, getUrl, fetchBytes, clock }: SeenImagesOptions): SeenImages {
  const local = new Map<string, string>()
  const seen = new Set<string>()
  const waiting: string[] = []
  let cancel: (() => void) | null = null
  let isDisposed = false

  async function readStored(file: string): Promise<Blob | null> {
    return imageStore.read(file).catch(() => null)
  }

  async function getRemoteUrl(file: string): Promise<string> {
    for (;;) {
      try {
        return await getUrl(file)
      } catch (error) {
        if (!isOffline(error) || isDisposed) throw error
        await sleep(retryMs, clock)
      }
    }
  }

  /** One at a time. The browser has just fetched them, so its HTTP cache answers. */
  async function storeWaiting(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined && !isDisposed; file = waiting.shift()) {
      try {
        const bytes = await fetchBytes(await getUrl(file))
        if (bytes.type.startsWith('image/')) await imageStore.write(file, bytes)
      } catch {
        // Storage is full or the network failed: retried when the image is shown again.
        seen.delete(file)
      }
    }
    cancel = null
  }

  return {
    async getObjectUrl(file) {
      const known = local.get(file)
      if (known !== undefined) return known
      const bytes = await readStored(file)
      if (!bytes) {
        const remoteUrl = await getRemoteUrl(file)
        if (!seen.has(file)) {
          seen.add(file)
          waiting.push(file)
          cancel ??= clock.after(storeDelayMs, () => void storeWaiting())
        }
        return remoteUrl
      }
      const objectUrl = local.get(file) ?? URL.createObjectURL(bytes)
      if (isDisposed) URL.revokeObjectURL(objectUrl)
      else local.set(file, objectUrl)
      return objectUrl
    },
    read: async (file) => (await readStored(file)) ?? (await fetchBytes(await getUrl(file))),
    dispose() {
      isDisposed = true
      cancel?.()
      for (const objectUrl of local.values()) URL.revokeObjectURL(objectUrl)
      local.clear()
      imageStore.close()
    },
  }
}
