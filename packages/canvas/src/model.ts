import { formatHash } from './document/format.ts'
import { structureSchemas } from './document/kinds/index.ts'
import type { ShapeSchema } from './document/schema.ts'
import { shapeSchemas } from './shapes/schemas.ts'

export { createReducer } from './document/apply.ts'
export type { Reducer } from './document/apply.ts'
export { MalformedError } from './document/bytes.ts'
export type {
  Ability,
  Actor,
  Change,
  Edit,
  EditRef,
  Entry,
  Fields,
  NewRecord,
  Refusal,
  RefusalReason,
  SkippedField,
  TakenChange,
  TakenEdit,
} from './document/change.ts'
export { ChunkPlan, STRUCTURE } from './document/chunk-plan.ts'
export type { PlannedChunk } from './document/chunk-plan.ts'
export { decodeChunk, encodeChunk } from './document/chunks.ts'
export type { Chunk } from './document/chunks.ts'
export {
  decodeBatch,
  decodeChanges,
  decodeEdit,
  decodeEditId,
  decodeEditInSlices,
  decodeTaken,
  editId,
  encodeBatch,
  encodeBatchOfOne,
  encodeChanges,
  encodeEdit,
  encodeTaken,
  encodeTakenInSlices,
  splitEditId,
} from './document/codec.ts'
export type { Batch, SentEdit } from './document/codec.ts'
export type { Kinds } from './document/fields.ts'
export { createMigrator, migrateState, getMigrator, schemaVersions } from './document/migrate.ts'
export type { Migrator, SchemaVersions } from './document/migrate.ts'
export { getNeeds } from './document/needs.ts'
export type { Memory, Needs } from './document/needs.ts'
export { createKeyBetween, createKeysBetween } from './document/order.ts'
export type { Random } from './document/order.ts'
export type {
  BoardRecord,
  DocumentView,
  ElementRecord,
  FieldClock,
  RecordId,
  StrokePiece,
} from './document/record.ts'
export { getChain, canEdit, canSuggest } from './document/rules.ts'
export { getClock, isRefusal } from './document/reducer.ts'
export { UNDO_WINDOW_MS } from './document/limits.ts'
export type {
  Applied,
  ApplyContext,
  Removed,
  Outcome,
  RemovedEntry,
  UndoableEdit,
  Writer,
} from './document/reducer.ts'
export { replay, getTextEntries } from './document/replay.ts'
export { getPlainText, richTextFromPlain } from './document/rich-text.ts'
export type { RichText } from './document/rich-text.ts'
export type { ShapeSchema } from './document/schema.ts'
export { allowsSuggestions, SETTINGS_ID, settingsSchema } from './document/kinds/settings.ts'
export { isSuggestion, suggestionSchema } from './document/kinds/suggestion.ts'
export type { SuggestionRecord } from './document/kinds/suggestion.ts'
export {
  authorizeDecision,
  authorizeEdit,
  authorizeSuggesting,
  authorizeSuggestionRemoval,
} from './document/suggestions.ts'
export { listSkipped } from './document/skipped.ts'
export { inOneGo } from './document/slices.ts'
export type { SlicedWork } from './document/slices.ts'
export { BoardState } from './document/state.ts'
export type { Revert } from './document/state.ts'
export type { TextEntry } from './document/text-log.ts'
export { estimateWork } from './document/work.ts'
export type { Work } from './document/work.ts'

/** Every kind that a board of this build may hold. */
export const boardSchemas: readonly ShapeSchema[] = [...structureSchemas, ...shapeSchemas]

/** What this build stores and sends; a client with another one must reload. */
export const FORMAT_HASH = formatHash(boardSchemas)

export { ActionReader, actionVerbs } from './history/acts.ts'
export type { Action, ActionVerb } from './history/acts.ts'
export { changesTowards } from './history/changes.ts'
export type { Restoration, RestoreRequest } from './history/changes.ts'
export { getDifference } from './history/difference.ts'
export type { Difference } from './history/difference.ts'
export { forEachSliced, within } from './history/slices.ts'
export type { Slices } from './history/slices.ts'
export { Past } from './history/past.ts'
export type { PastRun, PastStart } from './history/past.ts'
export { PastDocument } from './history/past-document.ts'
export { TouchedFrames } from './history/frames.ts'
export { getRecords } from './history/touched.ts'
export { listTargets, getTargetRecord, getWholeTarget } from './history/wanted.ts'
export type { Region, Target } from './history/wanted.ts'
export { DiffSince } from './history/since.ts'
export { listSuggestionActions } from './history/suggestion-acts.ts'
export type { SuggestionAction, SuggestionVerb } from './history/suggestion-acts.ts'
export { acceptChanges, suggestEdit } from './history/suggestion-changes.ts'

export { listEntered } from './replica/outcomes.ts'
export type {
  EditOutcome,
  EditsOfRemoved,
  Entered,
  SparedFromDelete,
  OutcomeStore,
  RejectedEdit,
  RemovedTarget,
  SkippedDeletes,
  SkippedFields,
  SkippedValue,
} from './replica/outcomes.ts'
export type {
  Ack,
  BoardPosition,
  MadeAt,
  ChunkInfo,
  Outbox,
  OutboxEntry,
  Reject,
  ReplicaReceiver,
  RoomLink,
  Welcome,
} from './replica/ports.ts'
