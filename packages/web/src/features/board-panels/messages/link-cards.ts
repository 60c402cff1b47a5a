import type { Board } from '@tavla/canvas'
import type { LinkPreview } from '@tavla/contract'
import { api } from '../../../platform/network/api.ts'

/** The page's own title; null if there is none, or the server does not answer. */
export async function readPreview(wid: string, url: string): Promise<LinkPreview | null> {
  const { preview } = await api.space.linkPreview({ body: { wid, url } }, { quiet: true })
  return preview
}

/**
 * Makes cards of pasted URLs once the titles of their pages are known. Undo makes a card a text again; without a
 * title, and offline, the text stays. Returns how to stop.
 */
export function drawLinkCards(
  board: Pick<Board, 'observe'> & { readonly insert: Pick<Board['insert'], 'drawLinkCard'> },
  read: (url: string) => Promise<LinkPreview | null>,
): () => void {
  return board.observe((event) => {
    if (event.type !== 'urlPasted') return
    const { id, url } = event
    // A card was not requested, so its absence is not reported.
    read(url).then(
      (preview) => preview && board.insert.drawLinkCard(id, { url, ...preview }),
      () => undefined,
    )
  })
}
