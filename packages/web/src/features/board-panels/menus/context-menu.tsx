import { useEffect, useState } from 'react'
import { useBoard } from '../board-context.ts'
import { OpenContextMenu, preloadContextMenu } from '../overlays/lazy-board-overlays.ts'
import type { MenuOpening } from '../overlays/loaded-context-menu.tsx'

/** Context menu for the elements under the pointer. */
export function ContextMenu() {
  const { board } = useBoard()
  const [at, setAt] = useState<MenuOpening | null>(null)
  useEffect(preloadContextMenu, [])
  useEffect(
    () =>
      board.observe((event) => {
        if (event.type === 'contextMenu') setAt({ ...event.at, by: event.by })
      }),
    [board],
  )
  const close = () => {
    setAt(null)
    board.focus()
  }
  return <OpenContextMenu opened={at !== null} at={at} onClose={close} />
}
