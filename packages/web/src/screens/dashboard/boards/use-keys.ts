import { useEffect, useEffectEvent } from 'react'

interface PageKeys {
  search(): void
  selectAll(): void
  /** False where there was nothing to let go of. */
  letGo(): void
}

const typing = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Keys of the whole page. They rest while one types, and while a dialog or menu is open. */
export function usePageKeys(keys: PageKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.altKey) return
    if (document.querySelector('[role="dialog"], [role="menu"]')) return
    const command = event.ctrlKey || event.metaKey
    if (command && key.toLowerCase() === 'k') {
      event.preventDefault()
      return keys.search()
    }
    if (target instanceof Element && target.closest(typing)) return
    if (command && key.toLowerCase() === 'a') keys.selectAll()
    else if (!command && key === '/') keys.search()
    else if (!command && key === 'Escape') return keys.letGo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
