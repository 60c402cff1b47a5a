/** Enough for menus and dialogs inside of each other. */
const mostRemembered = 20

/**
 * Returns focus to where it was before a dialog that disappears together with its component: the library's dialogs do
 * so only when they stay in the page. An element that is gone too, such as the item of a menu, stands for the one
 * before it. Returns a function that ends this.
 */
export function returnFocusOfDialogs(): () => void {
  let focused: HTMLElement[] = []
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    focused = [...focused.filter((element) => element !== target && element.isConnected), target]
    if (focused.length > mostRemembered) focused = focused.slice(-mostRemembered)
  }
  const restore = (records: readonly MutationRecord[]): void => {
    watchPortals()
    // A menu that closes after the dialog can take an item with it to which focus has just returned.
    const wereOpened = records.some(({ removedNodes }) => [...removedNodes].some(holdsDialogOrMenu))
    // Focus falls to the body with the element that had it.
    if (!wereOpened || document.activeElement !== document.body) return
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
    const last = focused.findLast(
      (element) =>
        element.isConnected &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[inert]') &&
        (!dialog || dialog.contains(element)),
    )
    last?.focus({ preventScroll: true })
  }
  // The library renders dialogs into children of the body; only their lists of children are observed.
  const observer = new MutationObserver(restore)
  const watched = new WeakSet<Element>()
  const watchPortals = (): void => {
    for (const portal of document.querySelectorAll('body > [data-portal]')) {
      if (watched.has(portal)) continue
      watched.add(portal)
      observer.observe(portal, { childList: true })
    }
  }
  observer.observe(document.body, { childList: true })
  watchPortals()
  document.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

function holdsDialogOrMenu(node: Node): boolean {
  if (!(node instanceof Element)) return false
  const opened = '[role="dialog"], [role="alertdialog"], [role="menu"]'
  return node.matches(opened) || node.querySelector(opened) !== null
}
