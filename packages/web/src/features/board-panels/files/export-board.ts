import {
  boardColors,
  createSubtask,
  embedInPng,
  embedInSvg,
  exportImage,
  exportTexts,
  shapes,
  tavlaFile,
} from '@tavla/canvas'
import type { Board, ExportedImage, ExportedVersions, TaskOptions } from '@tavla/canvas'
import { boardFonts } from '../fonts/font-files.ts'
import type { BoardFiles } from './board-files.ts'
import {
  canEmbed,
  canHoldVersions,
  getContent,
  getExportable,
  isBoardData,
  isImage,
  isTexts,
  type ExportChoice,
} from './export-choice.ts'

export { initialChoice } from './export-choice.ts'

export interface ExportSource {
  readonly files: Pick<BoardFiles, 'read'>
  readonly title: string
  /** Reads the named versions, if the choice is to include them. */
  readonly openVersions?: (() => Promise<ExportedVersions>) | undefined
}

export interface ExportedFile extends ExportedImage {
  /** Number of named versions that were left off because they are too large. */
  readonly missingVersions?: number
}

/** Exports the board, or the chosen part of it, to a file; undefined if there is nothing to export. */
export async function exportBoard(
  board: Board,
  from: ExportSource,
  choice: ExportChoice,
  work: TaskOptions = {},
): Promise<ExportedFile | undefined> {
  const available = getExportable(board)
  if (!available) return undefined
  const { document } = board
  const { ids, framed } = getContent(choice, available, (id) => document.childIds(id))
  const { as, theme, paper, scale } = choice
  if (!isImage(as) && ids.length === 0) return undefined
  const { read } = from.files
  if (isBoardData(as)) {
    const isWithVersions = choice.versions && canHoldVersions(choice, available)
    const versions = isWithVersions ? await from.openVersions?.() : undefined
    return await tavlaFile({ document, ids, shapes }, as === 'json' ? 'json' : 'zip', read, work, versions)
  }
  if (isTexts(as)) return { blob: exportTexts({ document, ids, shapes, title: from.title }, as), missing: [] }
  const isEmbedding = choice.embeds && canEmbed(as)
  const image = await exportImage(
    {
      document,
      shapes,
      ids,
      framed,
      as,
      theme,
      background: paper ? boardColors[theme].paper : null,
      scale,
      readFile: read,
      fonts: boardFonts,
      title: from.title,
      language: globalThis.document.documentElement.lang,
    },
    isEmbedding ? createSubtask(work, 0, 0.8) : work,
  )
  if (!image || !isEmbedding) return image
  const data = await tavlaFile({ document, ids, shapes }, 'zip', read, createSubtask(work, 0.8, 1))
  const embed = as === 'png' ? embedInPng : embedInSvg
  return { blob: await embed(image.blob, data.blob), missing: image.missing }
}
