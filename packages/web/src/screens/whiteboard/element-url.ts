import { basePath } from '@tavla/contract'

/** URL that opens the board and shows this element of this page. */
export function getElementUrl(
  origin: string,
  { wid, page, element }: { readonly wid: string; readonly page: string; readonly element: string },
): string {
  return `${origin}${basePath}/whiteboard?${new URLSearchParams({ w: wid, p: page, o: element }).toString()}`
}
