/** Browser entry: a complete board. Modules without DOM access are in `model.ts` and `svg.ts`. */
export { createBoard } from './create-board.ts'
export type {
  Board,
  BoardFind,
  BoardInsert,
  BoardLinks,
  BoardMedia,
  BoardViewport,
  BoardOptions,
  BoardPages,
  BoardPreferences,
  BoardState,
  StyleValue,
} from './board.ts'
export { defineCommand, type Command } from './define-command.ts'
export { commands } from './commands/index.ts'
export type { Ability, Actor, Change, Edit, Fields, Refusal, RefusalReason } from './document/model/change.ts'
export type {
  BoardRecord,
  DocumentView,
  ElementRecord,
  LiveDocument,
  RecordId,
} from './document/model/record.ts'
export type { BoardEvent, ImportedContent, ImportedOutcome } from './editor/board-event.ts'
export type { BoardReading, Connections } from './editor/reading/board-reading.ts'
export type { EditSummary } from './editor/reading/change-summary.ts'
export { getSelectedGrowSource } from './editor/changes/grow-changes.ts'
export type { LinkCard } from './editor/actions/link-card.ts'
export type { PastedDrawing } from './editor/actions/pasted-drawing.ts'
export type { HostRequest } from './editor/board-view.ts'
export type { TextFormat } from './editor/actions/text-types.ts'
export type { CameraState, CameraStore } from './editor/view/camera.ts'
export type { PageEntry } from './editor/view/pages.ts'
export type {
  BoardReplica,
  DraftStore,
  FilesPort,
  Person,
  PresencePort,
  PresenceState,
  StyleStore,
  UploadedFile,
} from './editor/board-ports.ts'
export { fileFields, getRecordFiles } from './document/model/record-files.ts'
export type { ShownMedia } from './render/animation/animator.ts'
export { countPiecePoints } from './document/model/stroke-points.ts'
export { getColour, peopleColors } from './people.ts'
export type { ReadFile } from './export/files.ts'
export { embedInPng, embedInSvg } from './export/board-data/embed-board.ts'
export { exportTexts, type TextsForm } from './export/board-data/board-texts.ts'
export { tavlaFile } from './export/board-data/tavla-file.ts'
export { type ExportedVersions, getMaxVersions } from './export/board-data/package-versions.ts'
export type { ListFonts } from './export/font-files.ts'
export { createSubtask, type TaskOptions } from './export/run-in-slices.ts'
export { getRanges, pageFonts } from './export/page-fonts.ts'
export { exportImage, type ExportedImage, type ImageFormat, type ImageRequest } from './export/image.ts'
export { imagePadding } from './export/drawing.ts'
export { pngLimits, pngSize, type PngSize } from './export/png.ts'
export { listFrames } from './export/export-page.ts'
export { createSnippet, type Snippet } from './export/snippet.ts'
export { type Box, intersects } from './geometry/box.ts'
export { formIds, getForm } from './geometry/forms/index.ts'
export type { PathSink } from './geometry/path.ts'
export type { Vec } from './geometry/vec.ts'
export type {
  LoadProgress,
  Replica,
  ReplicaEvent,
  SaveState,
  StoredStep,
  UndoHistory,
  UndoStore,
} from './replica/ports.ts'
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
export { createReplica } from './replica/replica.ts'
export { isLinkUrl } from './document/text/rich-text.ts'
export { toLinkUrl } from './document/text/links.ts'
export { fontFamilies } from './text/fonts.ts'
export { watchUncovered } from './text/uncovered.ts'
export { createMeasure, type BrowserMeasure } from './render/measure.ts'
export { overlayColors } from './render/overlay/overlay-colors.ts'
export type { SurfaceStats } from './render/surface.ts'
export { openImportWorker } from './open-import-worker.ts'
export type { DrawingFile } from './import/read-drawing.ts'
export { importLimits } from './import/import-limits.ts'
export { type ImportFailure, isImportFailure } from './import/import-failure.ts'
export type { ImportedDrawing, ImportedImage, ImportedVersion } from './import/imported-drawing.ts'
export { isStampLibrary, type Stamp, type StampLibrary } from './import/stamps.ts'
export { createPageImages, type PageImage } from './import/page-images.ts'
export { importExcalidraw } from './import/excalidraw.ts'
export { placeImages, type StoredImage } from './import/images.ts'
export { mergeNotes, type ImportNote, type ImportReport } from './import/notes.ts'
export { getNameKey, shapes } from './shapes/index.ts'
export { boardColors, colorNames, getTone, type ColorName } from './shapes/shared/palette.ts'
export { heads, type Head } from './shapes/shared/head-prop.ts'
export { styleNames, getStyles, type StyleName } from './shapes/shared/style.ts'
export { tools } from './tools/index.ts'
export type { Tool } from './tool/define-tool.ts'
