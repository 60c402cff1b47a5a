import { useEffect, useEffectEvent } from 'react'
import type { History } from './history.ts'

/** Controls that handle these keys themselves: fields, lists and dialogs. */
const ownKeysSelector = 'input, textarea, select, [role="menu"], [role="dialog"]:not(:has([data-stage]))'

/** Space plays, arrows step, Home and End go to the ends. `onEscape` handles Escape while something can be closed. */
export function useHistoryKeys(history: History, onEscape: (() => void) | null): void {
  const handleKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const target = event.target as Element
    if (event.key === 'Escape' && onEscape) {
      onEscape()
      return true
    }
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(ownKeysSelector)) return false
    const stepNumber = history.stepNumber.peek()
    switch (event.key) {
      case ' ':
        if (target.closest('button')) return false
        if (history.playing.peek()) history.pause()
        else history.play()
        return true
      case 'ArrowLeft':
        void history.goToStep(stepNumber - 1)
        return true
      case 'ArrowRight':
        void history.goToStep(stepNumber + 1)
        return true
      case 'Home':
        void history.goToStep(0)
        return true
      case 'End':
        void history.goToStep(Infinity)
        return true
      default:
        return false
    }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!handleKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // In the capture phase, before the dialog handles Escape and the board handles arrows.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
