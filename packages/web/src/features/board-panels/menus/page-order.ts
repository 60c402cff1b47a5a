import { createKeyBetween } from '@tavla/canvas/model'
import type { DocumentView, RecordId } from '@tavla/canvas'

/** Order key for moving a page one position up or down; undefined at the end of the list. */
export function getMovedKey(
  document: Pick<DocumentView, 'childIds' | 'get'>,
  id: RecordId,
  step: -1 | 1,
  random: () => number,
): string | undefined {
  const pages = document.childIds(null)
  const at = pages.indexOf(id)
  const beside = at + step
  if (at < 0 || beside < 0 || beside >= pages.length) return undefined
  const getKey = (index: number) => {
    const page = pages[index]
    return page === undefined ? null : (document.get(page)?.z ?? null)
  }
  return step < 0
    ? createKeyBetween(getKey(beside - 1), getKey(beside), random)
    : createKeyBetween(getKey(beside), getKey(beside + 1), random)
}
