import { boardColors, exportPicture, shapes } from '@tavla/canvas'
import type { Board, ExportedPicture, RecordId } from '@tavla/canvas'
import type { BoardFiles } from './board-files.ts'

export interface PictureChoice {
  readonly as: 'png' | 'svg'
  readonly theme: 'light' | 'dark'
  /** With the board's paper behind it, else clear. */
  readonly paper: boolean
  readonly scale: number
  /** Undefined: the whole page on view. */
  readonly ids?: readonly RecordId[] | undefined
}

/** A picture of the page on view or of what is selected; undefined when there is nothing to see. */
export async function boardPicture(
  board: Board,
  files: Pick<BoardFiles, 'read'>,
  { as, theme, paper, scale, ids }: PictureChoice,
): Promise<ExportedPicture | undefined> {
  const page = board.state.page.peek()
  if (page === null) return undefined
  return await exportPicture({
    document: board.document,
    shapes,
    ids: ids ?? board.document.childIds(page),
    as,
    theme,
    background: paper ? boardColors[theme].paper : null,
    scale,
    readFile: files.read,
  })
}
