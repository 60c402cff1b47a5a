import { useEffect, useState } from 'react'
import { clock } from '../../platform/dom/clock.ts'
import { unsentEdits } from '../../platform/offline/unsent.ts'
import type { Unsent } from '../../platform/offline/unsent.ts'

/** Polled, because other tabs of this browser can be sending as well and do not announce it. */
const pollIntervalMs = 400

/** The person's unsent edits, polled while `enabled`; null until the first result. */
export function useUnsent(uid: string | undefined, enabled: boolean): readonly Unsent[] | null {
  const [unsent, setUnsent] = useState<readonly Unsent[] | null>(null)
  useEffect(() => {
    if (!enabled || uid === undefined) return
    let cancelTimer = () => {}
    let isDisposed = false
    const poll = async () => {
      // An unreadable database must not prevent signing out.
      const found = await unsentEdits(uid).catch(() => [])
      if (isDisposed) return
      setUnsent(found)
      cancelTimer = clock.after(pollIntervalMs, () => void poll())
    }
    void poll()
    return () => {
      isDisposed = true
      cancelTimer()
      setUnsent(null)
    }
  }, [uid, enabled])
  return unsent
}
