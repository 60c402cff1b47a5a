import type { SpaceListItem } from '@tavla/contract'
import { Link } from 'react-router'
import classes from './match.module.css'
import { getWhiteboardUrl } from './whiteboard-url.ts'

/** Where the words that were looked for stand on the board, and the way to that very place. */
export function Match({ space, tabIndex }: { space: SpaceListItem; tabIndex: number }) {
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
