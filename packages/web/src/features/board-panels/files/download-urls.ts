import type { Clock } from '../../../platform/dom/clock.ts'

/** Signed URLs are valid for ten minutes; they are renewed before that. */
const livesMs = 10 * 60_000
const renewedBeforeMs = 60_000

/** Caches signed URLs while they are valid; concurrent requests share one call. */
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
    // Failures are not cached: the next request tries again.
    address.catch(() => {
      if (known.get(fileId) === entry) known.delete(fileId)
    })
    return address
  }
}
