import type { Board } from '@tavla/canvas'
import { isLinkUrl } from '@tavla/canvas'
import { basePath } from '@tavla/contract'

/** The page and element of this board that a URL names; null for URLs of anything else. */
export function findTarget(
  href: string,
  { origin, wid }: { readonly origin: string; readonly wid: string },
): { readonly page: string | null; readonly element: string | null } | null {
  const url = new URL(href)
  const query = url.searchParams
  if (url.origin !== origin || url.pathname !== `${basePath}/whiteboard` || query.get('w') !== wid)
    return null
  return { page: query.get('p'), element: query.get('o') }
}

/** Opens a link of the board: one to this board shows its target, others open in a new tab. */
export function openLink(href: string, board: Board, wid: string): void {
  if (!isLinkUrl(href) || !URL.canParse(href)) return
  const target = findTarget(href, { origin: location.origin, wid })
  if (!target) return void window.open(href, '_blank', 'noopener,noreferrer')
  const { page, element } = target
  if (page !== null && board.document.get(page)?.parent === null) board.pages.open(page)
  if (element !== null && board.document.get(element)) board.viewport.show([element])
}
