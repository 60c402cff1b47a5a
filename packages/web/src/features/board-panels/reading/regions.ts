import { useEffect } from 'react'

/** Areas of the board's page in the order of the document: the board, its bars, its panels. */
const regions = '[role="application"], [role="toolbar"], [data-region], aside, search'
const focusable = 'button:not(:disabled), a[href], input:not(:disabled), [tabindex="0"]'

/** Moves focus to the next or previous area that can take it; in a toolbar to its tab stop. */
export function moveToRegion(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(regions)].filter(
    (region) => !region.parentElement?.closest(regions) && getFocusTarget(region) !== undefined,
  )
  const at = all.findIndex((region) => region.contains(document.activeElement))
  // Nowhere counts as before the first and after the last.
  const next = at < 0 ? (step === 1 ? 0 : all.length - 1) : (at + step + all.length) % all.length
  const region = all[next]
  if (region) getFocusTarget(region)?.focus()
}

function getFocusTarget(region: HTMLElement): HTMLElement | undefined {
  if (region.matches('[role="application"]')) return region
  const shown = [...region.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'),
  )
  return shown.find(({ tabIndex }) => tabIndex === 0) ?? shown[0]
}

/** F6 and Shift+F6 move between the areas, also out of fields. A dialog keeps the focus. */
export function useRegionKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return
      if (document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      moveToRegion(event.shiftKey ? -1 : 1)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
