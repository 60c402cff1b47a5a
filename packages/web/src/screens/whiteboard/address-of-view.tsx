import { untracked } from '@preact/signals-core'
import type { Board } from '@tavla/canvas'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useSignalEffect } from '../../platform/dom/use-signal.ts'
import { type UrlTarget, seekToTarget } from './room/address-wish.ts'
import type { Room } from './room/open-room.ts'

/** Keeps the current page in the URL, and shows the element that the URL names. */
export function ViewUrl({ board, room }: { board: Board; room: Room }) {
  const [query, setQuery] = useSearchParams()
  const wish = useRef<UrlTarget | null>({ page: query.get('p'), element: query.get('o') })
  const began = useRef<string | null>(null)
  useSignalEffect(() => {
    const page = board.state.page.value
    const pages = board.state.pages.value.map(({ id }) => id)
    const isWhole = room.visit.welcomed.value && room.replica.progress.value.complete
    if (page === null) return
    began.current ??= page
    const asked = wish.current
    if (asked) {
      const hasElement = asked.element !== null && board.document.get(asked.element) !== undefined
      const step = seekToTarget(asked, { page, began: began.current, pages, hasElement, isWhole })
      if (step === 'wait') return
      if (step === 'openPage' && asked.page !== null) {
        const wanted = asked.page
        // Opening the page runs this effect again.
        began.current = wanted
        return untracked(() => board.pages.open(wanted))
      }
      wish.current = null
      if (step === 'showElement' && asked.element !== null) {
        const element = asked.element
        untracked(() => board.viewport.show([element]))
      }
    }
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (pages.length > 1) next.set('p', page)
        else next.delete('p')
        if (before.get('p') !== page) next.delete('o')
        return next
      },
      { replace: true },
    )
  })
  return null
}
