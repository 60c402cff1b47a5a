import { useEffect, useEffectEvent } from 'react'

interface PageShortcuts {
  search(): void
  selectAll(): void
  /** Clears the selection. */
  clearSelection(): void
}

const textInputs = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Keyboard shortcuts of the page; inactive while typing and while a dialog or menu is open. */
export function usePageShortcuts(keys: PageShortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.altKey) return
    if (document.querySelector('[role="dialog"], [role="menu"]')) return
    const command = event.ctrlKey || event.metaKey
    if (command && key.toLowerCase() === 'k') {
      event.preventDefault()
      return keys.search()
    }
    if (target instanceof Element && target.closest(textInputs)) return
    if (command && key.toLowerCase() === 'a') keys.selectAll()
    else if (!command && key === '/') keys.search()
    else if (!command && key === 'Escape') return keys.clearSelection()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
