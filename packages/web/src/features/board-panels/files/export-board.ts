import { boardColors, exportImage, pageFonts, shapes, tavlaFile } from '@tavla/canvas'
import type { Board, ExportedImage, TaskOptions } from '@tavla/canvas'
import { readBlob } from '../../../platform/network/read-blob.ts'
import type { BoardFiles } from './board-files.ts'
import { getContent, getExportable, isBoardData, type ExportChoice } from './export-choice.ts'

const fonts = pageFonts(readBlob)

/** Exports the board, or the chosen part of it, to a file; undefined if there is nothing to export. */
export async function exportBoard(
  board: Board,
  from: { readonly files: Pick<BoardFiles, 'read'>; readonly title: string },
  choice: ExportChoice,
  work: TaskOptions = {},
): Promise<ExportedImage | undefined> {
  const available = getExportable(board)
  if (!available) return undefined
  const { document } = board
  const { ids, framed } = getContent(choice, available, (id) => document.childIds(id))
  const { as, theme, paper, scale } = choice
  if (isBoardData(as)) {
    if (ids.length === 0) return undefined
    return await tavlaFile({ document, ids, shapes }, as === 'json' ? 'json' : 'zip', from.files.read, work)
  }
  return await exportImage(
    {
      document,
      shapes,
      ids,
      framed,
      as,
      theme,
      background: paper ? boardColors[theme].paper : null,
      scale,
      readFile: from.files.read,
      fonts,
      title: from.title,
    },
    work,
  )
}
