/** URL of a space's board, or of one element on it. */
export function getWhiteboardUrl(wid: string, at?: { readonly page: string; readonly element: string }) {
  const query = new URLSearchParams(at ? { w: wid, p: at.page, o: at.element } : { w: wid })
  return `/whiteboard?${query}`
}
