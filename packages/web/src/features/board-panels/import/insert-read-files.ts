import type { OpenBoard } from '../board-context.ts'
import type { ChosenFile } from '../files/chosen-file.ts'
import { insertDrawing } from './import-files.ts'
import type { InsertContext, ReadFiles } from './import-files.ts'
import type { ImportRun } from './use-import-runs.tsx'

// One part of the page: what is read is inserted.
export { readDrawings, sortFiles } from './import-files.ts'
export { insertPasted } from './insert-pasted.ts'

/** Inserts drawings beside each other and shows them. */
export async function insertReadFiles(
  read: ReadFiles,
  {
    board,
    files,
    versionBoard,
  }: Pick<InsertContext, 'board' | 'files' | 'versionBoard'> & Pick<OpenBoard, 'board'>,
  { signal, finished, showProgress }: Pick<ImportRun, 'signal' | 'finished' | 'showProgress'>,
  onInserted?: (file: ChosenFile) => void,
): Promise<void> {
  finished.push(...read.others)
  const inserted: string[] = []
  for (const drawing of read.drawings) {
    const onProgress = (share: number) => showProgress(drawing.name, share)
    const context = {
      board,
      files,
      signal,
      beside: inserted,
      onProgress,
      ...(versionBoard && { versionBoard }),
    }
    const outcome = await insertDrawing(drawing, context)
    finished.push(outcome)
    onInserted?.(drawing.file)
    if (outcome.type === 'done') inserted.push(...outcome.ids)
  }
  if (read.drawings.length > 1) board.viewport.show(inserted)
}
