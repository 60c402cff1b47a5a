import { boardSchemas, createReducer, schemaVersions } from '@tavla/canvas/model'
import type { Reducer, ShapeSchema } from '@tavla/canvas/model'

/** What boards may hold, and the one reducer that applies changes to it. */
export interface BoardModel {
  readonly schemas: readonly ShapeSchema[]
  readonly reducer: Reducer
  /** Schema versions of all kinds, as the journal notes them. */
  readonly versions: Readonly<Record<string, number>>
}

export function getBoardModel(schemas: readonly ShapeSchema[]): BoardModel {
  return { schemas, reducer: createReducer(schemas), versions: schemaVersions(schemas) }
}

/** Everything that this version knows. */
export const boardModel = getBoardModel(boardSchemas)
