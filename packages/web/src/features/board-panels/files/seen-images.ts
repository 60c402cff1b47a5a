import { type Clock, sleep } from '../../../platform/dom/clock.ts'
import { isOffline } from '../../../platform/failure.ts'
import type { ImageStore } from '../../../platform/offline/image-store.ts'

export interface SeenImagesOptions {
  readonly kept: ImageStore
  /** Signed URL at which the server serves the file. */
  readonly address: (file: string) => Promise<string>
  readonly read: (address: string) => Promise<Blob>
  readonly clock: Clock
}

/** Images that were shown before are read from the browser's cache, also offline; others come from the server. */
export interface SeenImages {
  getAddress(file: string): Promise<string>
  read(file: string): Promise<Blob>
  dispose(): void
}

/** Caching waits until the board has loaded, so that it does not compete for the network. */
const keepAfterMs = 3_000
/** While offline, the placeholder stays, and the image is shown once there is a connection. */
const askAgainMs = 10_000

export function createSeenImages({ kept, address, read, clock }: SeenImagesOptions): SeenImages {
  const local = new Map<string, string>()
  const seen = new Set<string>()
  const waiting: string[] = []
  let cancel: (() => void) | null = null
  let isOver = false

  async function readStored(file: string): Promise<Blob | null> {
    return kept.read(file).catch(() => null)
  }

  async function remoteUrl(file: string): Promise<string> {
    for (;;) {
      try {
        return await address(file)
      } catch (error) {
        if (!isOffline(error) || isOver) throw error
        await sleep(askAgainMs, clock)
      }
    }
  }

  /** One at a time. The browser has just fetched them, so its HTTP cache answers. */
  async function storeWaiting(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined && !isOver; file = waiting.shift()) {
      try {
        const bytes = await read(await address(file))
        if (bytes.type.startsWith('image/')) await kept.keep(file, bytes)
      } catch {
        // Storage is full or the network failed: retried when the image is shown again.
        seen.delete(file)
      }
    }
    cancel = null
  }

  return {
    async getAddress(file) {
      const known = local.get(file)
      if (known !== undefined) return known
      const bytes = await readStored(file)
      if (!bytes) {
        const far = await remoteUrl(file)
        if (!seen.has(file)) {
          seen.add(file)
          waiting.push(file)
          cancel ??= clock.after(keepAfterMs, () => void storeWaiting())
        }
        return far
      }
      const near = local.get(file) ?? URL.createObjectURL(bytes)
      if (isOver) URL.revokeObjectURL(near)
      else local.set(file, near)
      return near
    },
    read: async (file) => (await readStored(file)) ?? (await read(await address(file))),
    dispose() {
      isOver = true
      cancel?.()
      for (const near of local.values()) URL.revokeObjectURL(near)
      local.clear()
      kept.close()
    },
  }
}
