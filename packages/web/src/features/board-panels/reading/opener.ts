/**
 * The control that is opening a dialog by keyboard, to which focus returns; null for one opened by pointer, after
 * which the keys belong to the board again. An item of a menu stands for the menu's button.
 */
export function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const isByPointer = document.documentElement.dataset['pointed'] !== undefined
  if (!(active instanceof HTMLElement) || isByPointer || !active.matches(':focus-visible')) return null
  let opener: HTMLElement | null = active
  for (let menu = getMenu(opener); menu && opener; menu = getMenu(opener))
    opener = document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener?.matches('[role="application"]') ? null : opener
}

function getMenu(element: HTMLElement | null): Element | null {
  return element?.closest('[role="menu"]') ?? null
}
