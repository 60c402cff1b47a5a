import type { PastedDrawing } from './actions/pasted-drawing.ts'
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

/**
 * Permissions on the board, by role, authorship, frame roles and locks. The server enforces them; this only
 * avoids requests that would be refused.
 */
export interface Rights {
  readonly ability: Ability
  /** Whether new elements can be added to this page, group or frame. */
  canAdd(parent: RecordId): boolean
  canChange(id: RecordId): boolean
  /** The refusal for changing it; undefined if it can be changed. */
  getRefusal(id: RecordId): Refusal | undefined
  /** The refusal for moving, resizing or deleting these with their contents. */
  getContentsRefusal(ids: readonly RecordId[]): Refusal | undefined
  /** The refusal for moving these into the container. */
  getPlacingRefusal(ids: readonly RecordId[], container: RecordId): Refusal | undefined
  /** The subset that can be changed. `summary` of the selection speeds it up for many ids. */
  filterChangeable(ids: readonly RecordId[], summary?: SelectionSummary): readonly RecordId[]
  /** Whether it can be locked or unlocked. */
  canLock(id: RecordId): boolean
  /** Whether refused changes can be suggested. */
  readonly canSuggest: boolean
  /**
   * Whether changes of it are refused, and not merely by a lock that the user can remove, so that a suggestion is
   * possible.
   */
  canSuggestText(id: RecordId): boolean
  /** Whether other people's elements can be changed, and pages added and renamed. */
  readonly canManage: boolean
  /** Whether frames can be given a role, and elements locked for everyone below admin. */
  readonly canAdminister: boolean
}

/** Read access to the board for tools and commands. */
export interface BoardView {
  /** The document without gestures in progress. */
  readonly document: LiveDocument
  readonly shapes: Shapes
  /** Positions of elements, gestures in progress included. */
  readonly scene: Scene
  readonly rights: Rights
  readonly page: RecordId
  readonly selected: readonly RecordId[]
  /** The selection with its cached summary. */
  readonly chosen: SelectionContents
  /** The selection was made by Tab, and nothing has been done with it yet. */
  readonly isWalking: boolean
  /** The group that was entered, if any. */
  readonly insideGroup: RecordId | null
  /** Selection frame with its handles; null if nothing is selected. */
  readonly frame: SelectionFrame | null
  readonly camera: CameraState
  readonly visible: Box
  /** Last pointer position in page units; null if it left the view. */
  readonly pointer: Vec | null
  readonly random: Random
  /** The last style chosen for this kind, or for a tool with a style of its own. */
  getStyle(key: string): Fields
  /** The title of a new frame on this page: no other frame there has it. */
  createFrameTitle(): string
  /** Grid spacing in page units; null if the grid is off. */
  readonly grid: number | null
  readonly editing: RecordId | null
  /** The element whose visible part is being chosen. */
  readonly cropping: RecordId | null
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Write access for commands. Every `apply` is one undo step. */
export interface BoardEdit extends BoardView {
  /** False if refused; the user has been informed. */
  apply(changes: readonly Change[]): boolean
  /** Like `apply`, but repeated calls within a second join one undo step (nudging). */
  applyBurst(name: string, changes: readonly Change[]): boolean
  undo(): void
  redo(): void
  select(ids: readonly RecordId[]): void
  /** Selects as a step from element to element by keys; `isWalking` then holds until something is done. */
  walkTo(ids: readonly RecordId[]): void
  enterGroup(id: RecordId | null): void
  editText(id: RecordId): void
  setTool(id: string): void
  toggleToolLock(): void
  toggleGrid(): void
  toggleSnapping(): void
  setStyle(fields: Fields): void
  /** Moves the view by CSS pixels. */
  panBy(dxCss: number, dyCss: number): void
  zoomBy(factor: number): void
  zoomTo(zoom: number): void
  fit(box: Box): void
  /** Scrolls the view as little as necessary to show it. */
  reveal(id: RecordId): void
  goToPage(id: RecordId): void
  /** Toggles a format in the text being edited, or in all texts of the selection. */
  formatText(format: TextFormat): void
  /** Starts choosing the visible part of this element; null ends it. */
  crop(id: RecordId | null): void
  /** Links the text being edited, or the selected elements; null removes the link. */
  setLink(href: string | null): void
  readonly clipboard: ClipboardActions
  copyStyle(): void
  /** Makes the style of the first selected element that of new elements of all kinds. */
  keepStyle(): void
  pasteStyle(): void
  /** Runs an action of the host: export, file picker, dialogs. */
  requestHost(request: HostRequest): void
}

/** Clipboard access for menu commands; shortcuts arrive as browser clipboard events. */
export interface ClipboardActions {
  copy(how: 'copy' | 'cut'): void
  paste(how: 'rich' | 'plain'): void
}

/** Requests that the engine cannot handle itself; the host does. */
export type HostRequest =
  | {
      readonly type: 'export'
      readonly as: 'png' | 'svg' | 'pdf' | 'tavla' | 'json' | 'md'
      readonly to: 'file' | 'clipboard'
    }
  | { readonly type: 'pickFiles'; readonly at: Vec }
  /** Opens a URL that a person has put on the board. */
  | { readonly type: 'openLink'; readonly href: string }
  /** Opens the editor for the link of the edited text or of the selection. */
  | { readonly type: 'editLink' }
  /** Dropped or pasted files other than images, to be imported. `at` is CSS pixels of the view. */
  | {
      readonly type: 'openFiles'
      readonly files: readonly { readonly blob: Blob; readonly name: string }[]
      readonly at: Vec
    }
  /** A drawing of another program was pasted, to be inserted around this page point. */
  | {
      readonly type: 'insertDrawing'
      readonly drawing: PastedDrawing
      readonly at: Vec
      /** The text that it was pasted as, which it replaces. */
      readonly replaces?: RecordId
    }

/** Write access for tools. A gesture from `begin` to `commit` is one edit and one undo step. */
export interface ToolApi extends BoardView {
  readonly snapping: Snapping
  /** Page units per this many CSS pixels at the current zoom. */
  px(cssPixels: number): number
  /** Starts a gesture. Returns the given state, so that a handler can end with it. */
  begin<S>(name: string, next: S): S
  /** Previews the changes of the gesture, here and for other users. */
  preview(changes: readonly Change[]): void
  /**
   * Moves elements visually without changing records, for any number of them; `shared` returns the preview for
   * other users.
   */
  startDrag(drag: Drag, shared?: () => readonly Change[]): void
  /**
   * Ends the gesture with its single edit and resets the tool. A refusal is shown to the user and leaves no
   * trace.
   */
  commit(changes: readonly Change[]): undefined
  /** Commits part of a long gesture; the gesture continues and stays one undo step. */
  commitPart(changes: readonly Change[]): boolean
  abandon(): undefined
  select(ids: readonly RecordId[]): void
  /** The target of a click on this element: its outermost closed group, else the element itself. */
  getClickTarget(id: RecordId): RecordId
  enterGroup(id: RecordId | null): void
  hover(id: RecordId | null): void
  /** The pointer is over this locked element; null if over none. */
  hoverLocked(id: RecordId | null): void
  /** This locked element was clicked; null if something else was. */
  clickLocked(id: RecordId | null): void
  cursor(css: string): void
  overlay(overlay: ToolOverlay | null): void
  /** Ends a creation: selects the new elements and returns to the select tool, unless the tool is locked. */
  finishCreation(ids: readonly RecordId[], then?: 'editText'): void
  editText(id: RecordId, caret?: CaretPosition): void
  /** Creates an empty text with its first line centred on the point and opens it; wraps at `width`. */
  writeText(at: Vec, width?: number): void
  /** Scrolls the view as little as necessary to show it. */
  reveal(id: RecordId): void
  openLink(href: string): void
  /** Starts choosing the visible part of this element, if it can have one. */
  crop(id: RecordId): boolean
  /** Ticks or unticks an item of a check list, given its number in the text. */
  toggleCheck(id: RecordId, index: number): void
  canEditText(id: RecordId): boolean
  /** The text cannot be changed, but a new one can be suggested: `editText` opens it for that. */
  canSuggestText(id: RecordId): boolean
  setTool(id: string): void
  panBy(dxCss: number, dyCss: number): void
  zoomBy(factor: number, atCss: Vec): void
  /** Whether other users see the laser pointer. */
  laser(on: boolean): void
  /** A record as it would be created now: in the container under it, on top, with the current style. */
  newElement(kind: string, fields: Fields & { readonly x: number; readonly y: number }): NewElement
  /** Clock time in ms, the same as in `frame` events. */
  readonly nowMs: number
  /** Centre of the view, where keyboard commands insert elements. */
  readonly middle: Vec
  /** Opens the title of an element; false if it has none or it cannot be changed. */
  editTitle(id: RecordId): boolean
  refuse(reason: Refusal['refused'], id?: RecordId, tried?: readonly Change[]): undefined
}

/** A complete record that is not in the document yet. */
export interface NewElement extends NewRecord {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
}
