import type { HostRequest } from '@tavla/canvas'
import type { TFunction } from 'i18next'
import { toasts } from '../../../platform/toast.ts'
import { insertDrawing, readDrawings } from './import-files.ts'
import type { FailedImport, ImportOutcome, InsertContext } from './import-files.ts'

export type DrawingRequest = Extract<HostRequest, { type: 'insertDrawing' }>

/** Inserts a pasted drawing, or says why not; returns what the report has to tell. */
export async function insertPasted(
  { drawing: { name, text }, at, replaces }: DrawingRequest,
  context: Omit<InsertContext, 'beside' | 'at' | 'replaces'>,
  t: TFunction<'board'>,
): Promise<readonly ImportOutcome[]> {
  const sorted = { drawings: [{ name, blob: new Blob([text]) }], images: [], failed: [] }
  const { drawings, others } = await readDrawings(sorted, context.signal, () => undefined)
  const outcomes: ImportOutcome[] = [...others]
  for (const file of drawings)
    outcomes.push(await insertDrawing(file, { ...context, beside: [], at, replaces }))
  return outcomes.filter((outcome) => {
    if (outcome.type === 'done') return outcome.report.notes.length > 0
    if (outcome.type === 'stamps') return true
    toasts.refuse(getFailureText(outcome, t))
    return false
  })
}

function getFailureText(outcome: FailedImport, t: TFunction<'board'>): string {
  const reason = outcome.type === 'failed' ? outcome.reason : 'not_a_drawing'
  if (reason === 'diagram_kind') return t('board:import.errors.diagram_kind')
  return t(reason === 'too_large' ? 'board:notice.pasteTooLarge' : 'board:notice.notPasted')
}
