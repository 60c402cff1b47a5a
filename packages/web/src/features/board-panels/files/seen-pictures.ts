import { type Clock, sleep } from '../../../platform/clock.ts'
import { isOffline } from '../../../platform/failure.ts'
import type { KeptPictures } from '../../../platform/kept-pictures.ts'

export interface SeenPicturesOptions {
  readonly kept: KeptPictures
  /** Where the server gives the file, signed. */
  readonly address: (file: string) => Promise<string>
  readonly read: (address: string) => Promise<Blob>
  readonly clock: Clock
}

/** Pictures come from this browser when they have been seen in it, with a network or without; else from the server. */
export interface SeenPictures {
  addressOf(file: string): Promise<string>
  read(file: string): Promise<Blob>
  dispose(): void
}

/** The board has the line to itself first. */
const keepAfterMs = 3_000
/** However long there is no network, the picture's place stays marked and is filled afterwards. */
const askAgainMs = 10_000

export function seenPictures({ kept, address, read, clock }: SeenPicturesOptions): SeenPictures {
  const local = new Map<string, string>()
  const seen = new Set<string>()
  const waiting: string[] = []
  let callOff: (() => void) | null = null
  let isOver = false

  async function readKept(file: string): Promise<Blob | null> {
    return kept.read(file).catch(() => null)
  }

  async function farAddress(file: string): Promise<string> {
    for (;;) {
      try {
        return await address(file)
      } catch (error) {
        if (!isOffline(error) || isOver) throw error
        await sleep(askAgainMs, clock)
      }
    }
  }

  /** One after the other. The browser has just fetched them, so that this costs no second way over the network. */
  async function keepWaiting(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined && !isOver; file = waiting.shift()) {
      try {
        const bytes = await read(await address(file))
        if (bytes.type.startsWith('image/')) await kept.keep(file, bytes)
      } catch {
        // No room, or no network any more: it is tried again when it is next looked at.
        seen.delete(file)
      }
    }
    callOff = null
  }

  return {
    async addressOf(file) {
      const known = local.get(file)
      if (known !== undefined) return known
      const bytes = await readKept(file)
      if (!bytes) {
        const far = await farAddress(file)
        if (!seen.has(file)) {
          seen.add(file)
          waiting.push(file)
          callOff ??= clock.after(keepAfterMs, () => void keepWaiting())
        }
        return far
      }
      const near = local.get(file) ?? URL.createObjectURL(bytes)
      if (isOver) URL.revokeObjectURL(near)
      else local.set(file, near)
      return near
    },
    read: async (file) => (await readKept(file)) ?? (await read(await address(file))),
    dispose() {
      isOver = true
      callOff?.()
      for (const near of local.values()) URL.revokeObjectURL(near)
      local.clear()
      kept.close()
    },
  }
}
