import type { LiveDocument } from '@tavla/canvas'
import { useEffect, useState } from 'react'

/** Renders again when one of these records changes on the board. */
export function useRecordChanges(document: LiveDocument, ids: readonly string[]): void {
  const [, setRevision] = useState(0)
  useEffect(() => {
    const watched = new Set(ids)
    return document.observe((change) => {
      if (change.whole || [...watched].some((id) => change.ids.has(id))) setRevision((n) => n + 1)
    })
  }, [document, ids])
}
