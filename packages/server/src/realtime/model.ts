import { boardSchemas, createReducer, schemaVersions } from '@tavla/canvas/model'

/** The one reducer, with every kind of thing that boards of this version hold. */
export const reducer = createReducer(boardSchemas)

export { boardSchemas } from '@tavla/canvas/model'

/** Schema versions of all kinds, as the journal notes them. */
export const boardVersions = schemaVersions(boardSchemas)
