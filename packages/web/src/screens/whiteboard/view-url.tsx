import { untracked } from '@preact/signals-core'
import type { Board } from '@tavla/canvas'
import { useRef } from 'react'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
import { useSignalEffect } from '../../platform/dom/use-signal.ts'
import { type UrlTarget, getTargetStep } from './room/url-target.ts'
import type { Room } from './room/open-room.ts'

/** Keeps the current page in the URL, and shows the element that the URL names. */
export function ViewUrl({ board, room }: { board: Board; room: Room }) {
  const [query, setQuery] = useSearchParams()
  const target = useRef<UrlTarget | null>({ page: query.get('p'), element: query.get('o') })
  const firstPage = useRef<string | null>(null)
  useSignalEffect(() => {
    const page = board.state.page.value
    const pages = board.state.pages.value.map(({ id }) => id)
    if (page === null) return
    firstPage.current ??= page
    const currentTarget = target.current
    if (currentTarget) {
      // Not read without a target: every chunk that loads would be a navigation.
      const isComplete = room.visit.welcomed.value && room.replica.progress.value.complete
      const hasElement =
        currentTarget.element !== null && board.document.get(currentTarget.element) !== undefined
      const step = getTargetStep(currentTarget, {
        page,
        firstPage: firstPage.current,
        pages,
        hasElement,
        isComplete,
      })
      if (step === 'wait') return
      if (step === 'openPage' && currentTarget.page !== null) {
        const pageToOpen = currentTarget.page
        // Opening the page runs this effect again.
        firstPage.current = pageToOpen
        return untracked(() => board.pages.open(pageToOpen))
      }
      target.current = null
      if (step === 'showElement' && currentTarget.element !== null) {
        const element = currentTarget.element
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
