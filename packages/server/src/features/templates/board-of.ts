import {
  BoardState,
  boardSchemas,
  type Change,
  createReducer,
  encodeAcceptedEdit,
  isRefusal,
  schemaVersions,
  type AcceptedEdit,
} from '@tavla/canvas/model'
import type { BoardRun } from '../../drawing/board-reader.ts'
import { pageId, getRecords } from './sheet.ts'
import type { BoardTemplate } from './template.ts'

/** Changes that insert a template on a board's first page. */
export const getChanges = (template: BoardTemplate, language: string): Change[] =>
  getRecords((sheet) => template.draw(sheet), language).map((record) => ({ op: 'put', record }))

const reducer = createReducer(boardSchemas)

/** A board with only the template, validated like a person's edits. */
export function getBoard(template: BoardTemplate, language: string): { state: BoardState; run: BoardRun } {
  const state = new BoardState()
  const page: Change = { op: 'put', record: { id: pageId, kind: 'page', parent: null, z: 'V' } }
  const edits = [[page], getChanges(template, language)].map((changes, index) => {
    const seq = index + 1
    const edit = { id: `template:${seq}`, base: index, mark: 'template', changes }
    const outcome = reducer.apply(
      state,
      edit,
      { uid: 'tavla', role: 'owner' },
      {
        seq,
        ref: seq,
        writer: () => undefined,
        removed: () => undefined,
        olderTexts: () => undefined,
        random: () => 0.5,
      },
    )
    if (isRefusal(outcome)) throw new Error(`The template ${template.id} cannot be put: ${outcome.message}`)
    const taken: AcceptedEdit = { ...edit, seq, time: 0, by: 'tavla', changes: outcome.taken }
    return encodeAcceptedEdit(taken)
  })
  return { state, run: { schema: schemaVersions(boardSchemas), edits } }
}
