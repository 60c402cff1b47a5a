import { boardSchemas, createReducer, schemaVersions } from '@tavla/canvas/model'
import type { Reducer, ShapeSchema } from '@tavla/canvas/model'

/** The record kinds of boards, and the reducer that applies changes to them. */
export interface BoardModel {
  readonly schemas: readonly ShapeSchema[]
  readonly reducer: Reducer
  /** Schema versions of all kinds, as stored in the journal. */
  readonly versions: Readonly<Record<string, number>>
}

export function getBoardModel(schemas: readonly ShapeSchema[]): BoardModel {
  return { schemas, reducer: createReducer(schemas), versions: schemaVersions(schemas) }
}

/** All kinds of this version. */
export const boardModel = getBoardModel(boardSchemas)
