import type { SpaceListItem } from '@tavla/contract'
import { Link } from '../../platform/navigation/link.tsx'
import classes from './search-match.module.css'
import { getWhiteboardUrl } from './whiteboard-url.ts'

/** Snippet of the board's text with the search term marked; links to the element that contains it. */
export function SearchMatch({ space, tabIndex }: { space: SpaceListItem; tabIndex: number }) {
  const { match } = space
  if (!match) return null
  const { text, from, to } = match
  return (
    <Link
      className={classes.match}
      to={getWhiteboardUrl(space.wid, match)}
      tabIndex={tabIndex}
      draggable={false}
      dir="auto"
    >
      {text.slice(0, from)}
      <mark className={classes.mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </Link>
  )
}
