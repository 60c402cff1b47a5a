import { lengths } from '@tavla/contract'

/** The file's name without its endings, as the name of a board. */
export function getTitle(name: string): string {
  const title = name.replace(/(\.excalidraw)?\.[^.]{1,16}$/i, '').trim() || name
  return title.slice(0, lengths.spaceName).toWellFormed()
}
