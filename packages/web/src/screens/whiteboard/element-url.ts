import { basePath } from '@tavla/contract'

export interface ElementTarget {
  readonly page: string
  readonly element: string
}

/** URL that opens the board and shows this element of this page. */
export function getElementUrl(
  origin: string,
  { wid, page, element }: ElementTarget & { readonly wid: string },
): string {
  return `${origin}${basePath}/whiteboard?${new URLSearchParams({ w: wid, p: page, o: element }).toString()}`
}
