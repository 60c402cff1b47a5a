import type { Clock } from '../../../platform/dom/clock.ts'

/** Signed URLs are valid for ten minutes; they are renewed before that. */
const lifetimeMs = 10 * 60_000
const renewBeforeMs = 60_000

/** Caches signed URLs while they are valid; concurrent requests share one call. */
export function createDownloadUrls(
  requestUrl: (fileId: string) => Promise<string>,
  clock: Pick<Clock, 'now'>,
): (fileId: string) => Promise<string> {
  const cache = new Map<string, { readonly url: Promise<string>; readonly expiresAt: number }>()
  return (fileId) => {
    const cached = cache.get(fileId)
    if (cached && cached.expiresAt > clock.now()) return cached.url
    const url = requestUrl(fileId)
    const entry = { url, expiresAt: clock.now() + lifetimeMs - renewBeforeMs }
    cache.set(fileId, entry)
    // Failures are not cached: the next request tries again.
    url.catch(() => {
      if (cache.get(fileId) === entry) cache.delete(fileId)
    })
    return url
  }
}
