import type { Clock } from '../../../platform/dom/clock.ts'

/** Signed addresses live ten minutes; one is asked for anew while it still works. */
const livesMs = 10 * 60_000
const renewedBeforeMs = 60_000

/** Remembers signed addresses for as long as they work; many requesters at once cost one call. */
export function createDownloadUrls(
  ask: (fileId: string) => Promise<string>,
  clock: Pick<Clock, 'now'>,
): (fileId: string) => Promise<string> {
  const known = new Map<string, { readonly address: Promise<string>; readonly until: number }>()
  return (fileId) => {
    const kept = known.get(fileId)
    if (kept && kept.until > clock.now()) return kept.address
    const address = ask(fileId)
    const entry = { address, until: clock.now() + livesMs - renewedBeforeMs }
    known.set(fileId, entry)
    // A failure is not an answer: the next requester tries again.
    address.catch(() => {
      if (known.get(fileId) === entry) known.delete(fileId)
    })
    return address
  }
}
