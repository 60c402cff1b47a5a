import { formatHash } from './document/codec/format.ts'
import { structureSchemas } from './document/kinds/index.ts'
import type { ShapeSchema } from './document/model/schema.ts'
import { shapeSchemas } from './shapes/schemas.ts'

export { createReducer } from './document/apply/apply.ts'
export type { Reducer } from './document/apply/apply.ts'
export { MalformedError } from './document/model/bytes.ts'
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
  RemovedEntry,
  SkippedField,
  AcceptedChange,
  AcceptedEdit,
} from './document/model/change.ts'
export { ChunkPlan, STRUCTURE } from './document/codec/chunk-plan.ts'
export type { PlannedChunk } from './document/codec/chunk-plan.ts'
export { decodeChunk, encodeChunk } from './document/codec/chunks.ts'
export type { Chunk } from './document/codec/chunks.ts'
export {
  decodeBatch,
  decodeChanges,
  decodeEdit,
  decodeEditId,
  decodeEditInSlices,
  decodeAcceptedEdit,
  editId,
  encodeBatch,
  encodeBatchOfOne,
  encodeChanges,
  encodeEdit,
  encodeAcceptedEdit,
  encodeAcceptedEditInSlices,
  splitEditId,
} from './document/codec/codec.ts'
export type { Batch, SentEdit } from './document/codec/codec.ts'
export type { Kinds } from './document/kinds/kinds.ts'
export { createMigrator, migrateState, getMigrator, schemaVersions } from './document/apply/migrate.ts'
export type { Migrator, SchemaVersions } from './document/apply/migrate.ts'
export { getRequiredHistory } from './document/rules/required-history.ts'
export type { RecentHistory, RequiredHistory } from './document/rules/required-history.ts'
export { getRecordFiles } from './document/model/record-files.ts'
export { createKeyBetween, createKeysBetween } from './document/model/order-keys.ts'
export type { Random } from './document/model/order-keys.ts'
export type {
  BoardRecord,
  DocumentView,
  ElementRecord,
  FieldClock,
  RecordId,
  StrokePiece,
} from './document/model/record.ts'
export { getChain, canEdit, canSuggest } from './document/rules/rules.ts'
export { getClock, isRefusal } from './document/apply/reducer.ts'
export { UNDO_WINDOW_MS } from './document/model/limits.ts'
export type {
  Applied,
  ApplyContext,
  Removed,
  Outcome,
  UndoableEdit,
  Writer,
} from './document/apply/reducer.ts'
export { replay, getTextEntries } from './document/apply/replay.ts'
export { getPlainText, richTextFromPlain } from './document/text/rich-text.ts'
export type { RichText } from './document/text/rich-text.ts'
export type { ShapeSchema } from './document/model/schema.ts'
export { allowsSuggestions, SETTINGS_ID, settingsSchema } from './document/kinds/settings.ts'
export { isSuggestion, suggestionSchema } from './document/kinds/suggestion.ts'
export type { SuggestionRecord } from './document/kinds/suggestion.ts'
export {
  authorizeDecision,
  authorizeEdit,
  authorizeSuggesting,
  authorizeSuggestionRemoval,
} from './document/rules/suggestions.ts'
export { listSkipped } from './document/apply/skipped.ts'
export { runToEnd } from './document/model/sliced-work.ts'
export type { SlicedWork } from './document/model/sliced-work.ts'
export { BoardState } from './document/state/state.ts'
export type { Revert } from './document/state/state.ts'
export type { TextEntry } from './document/text/text-log.ts'
export { estimateCost } from './document/rules/edit-cost.ts'
export type { EditCost } from './document/rules/edit-cost.ts'

/** Schemas of all kinds in this build. */
export const boardSchemas: readonly ShapeSchema[] = [...structureSchemas, ...shapeSchemas]

/** Hash of everything this build stores and sends; a client with another hash must reload. */
export const FORMAT_HASH = /* @__PURE__ */ formatHash(boardSchemas)

export { ActionReader, actionVerbs } from './history/history-actions.ts'
export type { Action, ActionVerb } from './history/history-actions.ts'
export { createRestoration } from './history/changes.ts'
export type { Restoration, RestoreRequest } from './history/changes.ts'
export { getDifference } from './history/difference.ts'
export type { Difference } from './history/difference.ts'
export { forEachSliced, scaleProgress } from './history/sliced-task.ts'
export type { SlicedTask } from './history/sliced-task.ts'
export { HistoryReplay } from './history/history-replay.ts'
export type { ReplayRun, ReplayStart } from './history/history-replay.ts'
export { HistoryDocument } from './history/history-document.ts'
export { TouchedFrames } from './history/frames.ts'
export { getRecords } from './history/touched.ts'
export { getRegionTarget, getTargetRecord, getWholeTarget } from './history/target.ts'
export type { Region, Target } from './history/target.ts'
export { renameVersions, restoreVersion } from './history/version-restoration.ts'
export type { RenamedVersion } from './history/version-restoration.ts'
export { DiffSince } from './history/diff-since.ts'
export { listSuggestionActions } from './history/suggestion-actions.ts'
export type { SuggestionAction, SuggestionVerb } from './history/suggestion-actions.ts'
export { acceptChanges, suggestEdit } from './history/suggestion-changes.ts'

export { listEnteredContent } from './replica/sending/outcomes.ts'
export type {
  EditOutcome,
  EditsOfRemoved,
  EnteredContent,
  PreservedFromDelete,
  OutcomeStore,
  RejectedEdit,
  RemovedTarget,
  SkippedDeletes,
  SkippedFields,
  SkippedValue,
} from './replica/sending/outcomes.ts'
export type {
  Ack,
  BoardPosition,
  JournalPosition,
  ChunkInfo,
  Outbox,
  OutboxEntry,
  Reject,
  ReplicaReceiver,
  RoomLink,
  Welcome,
} from './replica/ports.ts'
