import type { Ability, Change, Fields, NewRecord, Refusal } from '../document/model/change.ts'
import type { LiveDocument, RecordId } from '../document/model/record.ts'
import type { Box } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import type { CameraState } from './view/camera.ts'
import type { Drag } from './view/drag.ts'
import type { SelectionFrame, ToolOverlay } from './view/overlay.ts'
import type { Random } from './board-ports.ts'
import type { Shapes } from './view/relations.ts'
import type { Scene } from './view/scene.ts'
import type { SelectionContents, SelectionSummary } from './view/selection.ts'
import type { Snapping } from './view/snapping.ts'
import type { CaretPosition, TextFormat } from './actions/text-types.ts'

/** What may be done here, by role, authorship, frame modes and locks. The server decides; this only spares people a refusal. */
export interface Rights {
  readonly ability: Ability
  /** May new elements be put into this page, group or frame? */
  canAdd(parent: RecordId): boolean
  canChange(id: RecordId): boolean
  /** Why not; undefined when it may be changed. */
  getRefusal(id: RecordId): Refusal | undefined
  /** Why these may not be moved, resized, deleted or put elsewhere with everything inside them. */
  refusalOfTaking(ids: readonly RecordId[]): Refusal | undefined
  /** Why these may not be put into this container. */
  refusalOfPlacing(ids: readonly RecordId[], container: RecordId): Refusal | undefined
  /** Those that may be changed; quick for many, and quicker where their makeup is known. */
  changeable(ids: readonly RecordId[], summary?: SelectionSummary): readonly RecordId[]
  /** May this one be locked, or its lock be opened? */
  canLock(id: RecordId): boolean
  /** May changes be suggested that are refused? */
  readonly canSuggest: boolean
  /** Is changing this one refused, but not by a lock of one's own to open, so that a change of it can be suggested? */
  canSuggestFor(id: RecordId): boolean
  /** May other people's elements be changed, and pages be added and named? */
  readonly canManage: boolean
  /** May frames be given a role, and elements be locked for everybody but admins? */
  readonly canAdminister: boolean
}

/** What tools and commands may ask of the board. */
export interface BoardView {
  /** The board without gestures in flight. */
  readonly document: LiveDocument
  readonly shapes: Shapes
  /** Positions of elements, unfinished gestures included. */
  readonly scene: Scene
  readonly rights: Rights
  readonly page: RecordId
  readonly selected: readonly RecordId[]
  /** The same, with what is known of all of it. */
  readonly chosen: SelectionContents
  /** The group whose inside is being worked in, if any. */
  readonly insideGroup: RecordId | null
  /** The frame around what is selected, with its grips; null with nothing selected. */
  readonly frame: SelectionFrame | null
  readonly camera: CameraState
  readonly visible: Box
  /** Where the pointer was last, page units; null when it has left the view. */
  readonly pointer: Vec | null
  readonly random: Random
  /** Style chosen last for this kind, or for a tool that remembers its own. */
  getStyle(key: string): Fields
  /** Grid spacing in page units, null while off. */
  readonly grid: number | null
  readonly editing: RecordId | null
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** What a command may do. Every `apply` is one step of undo. */
export interface BoardEdit extends BoardView {
  /** False when it was refused; the person has been informed. */
  apply(changes: readonly Change[]): boolean
  /** As `apply`, but pressing again within a second joins the same step of undo (nudging). */
  applyBurst(name: string, changes: readonly Change[]): boolean
  undo(): void
  redo(): void
  select(ids: readonly RecordId[]): void
  enterGroup(id: RecordId | null): void
  editText(id: RecordId): void
  setTool(id: string): void
  toggleToolLock(): void
  toggleGrid(): void
  toggleSnapping(): void
  setStyle(fields: Fields): void
  zoomBy(factor: number): void
  zoomTo(zoom: number): void
  fit(box: Box): void
  /** Moves the view only as far as needed to see it. */
  reveal(id: RecordId): void
  goToPage(id: RecordId): void
  /** Marks, lists and alignment in the text being typed, or in all text of the selected elements. */
  formatText(format: TextFormat): void
  readonly clipboard: ClipboardActions
  copyStyle(): void
  pasteStyle(): void
  /** Runs an action that the host of the board provides: export, picking a file, dialogs. */
  ask(request: HostRequest): void
}

/** The menu's way to the clipboard; keys arrive as the browser's own events. */
export interface ClipboardActions {
  copy(how: 'copy' | 'cut'): void
  paste(how: 'rich' | 'plain'): void
}

/** What the engine cannot do by itself; the screen around the board answers. */
export type HostRequest =
  | {
      readonly type: 'export'
      readonly as: 'png' | 'svg' | 'pdf' | 'json'
      readonly to: 'file' | 'clipboard'
    }
  | { readonly type: 'pickFiles'; readonly at: Vec }
  /** Dropped or pasted files that are no pictures: boards to import. `at` is CSS pixels of the view. */
  | {
      readonly type: 'openFiles'
      readonly files: readonly { readonly blob: Blob; readonly name: string }[]
      readonly at: Vec
    }

/** What a tool may do: a gesture from `begin` to `commit` is one edit and one step of undo. */
export interface ToolApi extends BoardView {
  readonly snapping: Snapping
  /** Page units that this many CSS pixels cover now. */
  px(cssPixels: number): number
  /** Starts a gesture; answers the state given, so that a handler can end with it. */
  begin<S>(name: string, next: S): S
  /** Shows what the gesture would change, here and to others. */
  preview(changes: readonly Change[]): void
  /** Shows a move without touching records, however many they are; `shared` is what others receive of it. */
  startDrag(drag: Drag, shared?: () => readonly Change[]): void
  /**
   * Ends the gesture with its one edit; the tool is at rest again.
   * Refused edits are said to the person and leave nothing behind.
   */
  commit(changes: readonly Change[]): undefined
  /** Writes part of a long gesture already; it stays one step of undo and the gesture goes on. */
  commitPart(changes: readonly Change[]): boolean
  abandon(): undefined
  select(ids: readonly RecordId[]): void
  /** What a click on this element means: the outermost closed group around it, else itself. */
  pick(id: RecordId): RecordId
  enterGroup(id: RecordId | null): void
  hover(id: RecordId | null): void
  /** The pointer is over this locked element, or over none. */
  hoverLocked(id: RecordId | null): void
  /** This locked element was clicked; null: something else was. */
  clickLocked(id: RecordId | null): void
  cursor(css: string): void
  overlay(overlay: ToolOverlay | null): void
  /** Creation is over: selects what was made and goes back to selecting, unless the tool is locked. */
  made(ids: readonly RecordId[], then?: 'editText'): void
  editText(id: RecordId, caret?: CaretPosition): void
  /** A new text of its own, its first line centred on the point, ready to be typed into; wraps in `width`. */
  writeText(at: Vec, width?: number): void
  canEditText(id: RecordId): boolean
  /** Its text may not be changed, but another one suggested: `editText` opens it for that. */
  canSuggestText(id: RecordId): boolean
  setTool(id: string): void
  panBy(dxCss: number, dyCss: number): void
  zoomBy(factor: number, atCss: Vec): void
  /** What others see of a pointer-only tool. */
  laser(on: boolean): void
  /** The record as it would be made now: page or frame under it, on top, with the chosen style. */
  newElement(kind: string, fields: Fields & { readonly x: number; readonly y: number }): NewElement
  /** Clock time in ms, the same as in `frame`. */
  readonly nowMs: number
  /** Middle of the view: where the keyboard inserts elements. */
  readonly middle: Vec
  /** Starts typing an element's title; false when it has none or may not be changed. */
  editTitle(id: RecordId): boolean
  refuse(reason: Refusal['refused'], id?: RecordId, tried?: readonly Change[]): undefined
}

/** Ready to be put; not yet in the document. */
export interface NewElement extends NewRecord {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
}
