import { useEffect, useState } from 'react'
import { clock } from '../../platform/dom/clock.ts'
import { unsentEdits } from '../../platform/offline/unsent.ts'
import type { Unsent } from '../../platform/offline/unsent.ts'

/** Any tab of this browser may be sending, and none tells the others. */
const lookAgainMs = 400

/** What this person has not sent, looked at again and again while `wanted`; null until the first look. */
export function useUnsent(uid: string | undefined, wanted: boolean): readonly Unsent[] | null {
  const [unsent, setUnsent] = useState<readonly Unsent[] | null>(null)
  useEffect(() => {
    if (!wanted || uid === undefined) return
    let stop = () => {}
    let gone = false
    const look = async () => {
      // A database that cannot be read must not keep anybody signed in.
      const found = await unsentEdits(uid).catch(() => [])
      if (gone) return
      setUnsent(found)
      stop = clock.after(lookAgainMs, () => void look())
    }
    void look()
    return () => {
      gone = true
      stop()
      setUnsent(null)
    }
  }, [uid, wanted])
  return unsent
}
