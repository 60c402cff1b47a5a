import type { LockedMark } from './editor/view/locked.ts'
import type { ReadonlySignal } from '@preact/signals-core'
import type { BoardReading } from './editor/reading/board-reading.ts'
import type { Command } from './editor/command.ts'
import type { Ability, Fields } from './document/model/change.ts'
import type { PastedDrawing } from './editor/actions/pasted-drawing.ts'
import type { LiveDocument, RecordId } from './document/model/record.ts'
import type { BoardEvent, ImportedContent, ImportedOutcome } from './editor/board-event.ts'
import type { HostRequest } from './editor/board-view.ts'
import type { TextFormat } from './editor/actions/text-types.ts'
import type { CameraState, CameraStore } from './editor/view/camera.ts'
import type {
  BoardReplica,
  DraftStore,
  FilesPort,
  Person,
  PresencePort,
  StyleStore,
} from './editor/board-ports.ts'
import type { PageEntry } from './editor/view/pages.ts'
import type { FindResult, ReplaceOutcome } from './editor/find/find.ts'
import type { FindOptions } from './editor/find/text-match.ts'
import type { LinkCard } from './editor/actions/link-card.ts'
import type { Scene } from './editor/view/scene.ts'
import type { Box, RotatedBox } from './geometry/box.ts'
import type { Vec } from './geometry/vec.ts'
import type { ShownMedia } from './render/animation/animator.ts'
import type { SurfaceStats } from './render/surface.ts'
import type { BoardFont } from './render/raster/sent-fonts.ts'
import type { SaveState } from './replica/ports.ts'
import type { Tool } from './editor/tool.ts'

/** Ports and settings that `createBoard` needs from the page. */
export interface BoardOptions {
  /** Positioned element that the board fills; it receives keyboard focus. */
  readonly host: HTMLElement
  readonly replica: BoardReplica
  /** Commands of the host application. They appear in the palette and can have shortcuts like the board's own. */
  readonly commands?: readonly Command[]
  readonly presence: PresencePort
  readonly files: FilesPort
  readonly cameras: CameraStore
  readonly drafts?: DraftStore
  readonly styleStore?: StyleStore
  readonly theme: ReadonlySignal<'light' | 'dark'>
  /**
   * Font files named by the page's style sheets. They enable rasterization in a worker on machines with enough
   * cores. Not needed for static boards.
   */
  readonly fonts?: () => readonly BoardFont[]
  /** User preferences for motion and single-key shortcuts. */
  readonly preferences?: BoardPreferences
  /** Handles requests that the engine cannot fulfil itself, such as exports and dialogs. */
  readonly onRequest: (request: HostRequest) => void
  /** Accessible name of the text box, for editing or for suggesting a text. */
  readonly textLabel: (isSuggestion: boolean) => string
  /** The text editor could not be loaded, so that editing has ended. Starting it again loads again. */
  readonly onTextEditorMissing?: () => void
  /** Default title of a page's nth frame; without it, new frames have no title. */
  readonly frameTitle?: (number: number) => string
}

export interface BoardPreferences {
  readonly reducedMotion: () => boolean
  /** Whether single-key shortcuts are enabled (WCAG 2.1.4). */
  readonly letterKeys: () => boolean
  /** Whether typing with one element selected edits its text instead of running single-key shortcuts. */
  readonly typeToEdit: () => boolean
}

/** Value of a style field over the selection or, with nothing selected, for new elements. */
export type StyleValue = { readonly value: unknown } | 'mixed'

/** Observable state of the board for the interface around it. */
export interface BoardState {
  readonly tool: ReadonlySignal<string>
  readonly toolLocked: ReadonlySignal<boolean>
  readonly selection: ReadonlySignal<readonly RecordId[]>
  /** Bounds of the selection in CSS pixels of the view, to place panels beside it; null with nothing selected. */
  readonly selectionBox: ReadonlySignal<Box | null>
  /** Style fields that all selected elements share, by name. */
  readonly style: ReadonlySignal<ReadonlyMap<string, StyleValue>>
  readonly camera: ReadonlySignal<CameraState>
  readonly page: ReadonlySignal<RecordId | null>
  readonly pages: ReadonlySignal<readonly PageEntry[]>
  readonly hovered: ReadonlySignal<RecordId | null>
  /** The locked element under the pointer or clicked last. */
  readonly locked: ReadonlySignal<LockedMark | null>
  /** Element whose text is being edited. */
  readonly editing: ReadonlySignal<RecordId | null>
  /** Box of the element for which a text is being suggested; page units, before rotation. */
  readonly suggesting: ReadonlySignal<RotatedBox | null>
  /** Formats at the caret while text is edited. */
  readonly textFormats: ReadonlySignal<ReadonlySet<TextFormat>>
  /** A gesture is in progress; panels can hide. */
  readonly busy: ReadonlySignal<boolean>
  readonly grid: ReadonlySignal<boolean>
  readonly snapping: ReadonlySignal<boolean>
  readonly canUndo: ReadonlySignal<boolean>
  readonly canRedo: ReadonlySignal<boolean>
  readonly saveState: ReadonlySignal<SaveState>
  readonly ability: ReadonlySignal<Ability>
  readonly people: ReadonlySignal<readonly Person[]>
  /** Whether the page has no elements. */
  readonly empty: ReadonlySignal<boolean>
}

/** A mounted board: `state` is what it shows, the methods change it. */
export interface Board {
  readonly state: BoardState
  readonly tools: readonly Tool[]
  readonly commands: readonly Command[]
  readonly document: LiveDocument
  /** Element positions, for panels, minimap and export. */
  readonly scene: Scene
  observe(listener: (event: BoardEvent) => void): () => void
  setTool(id: string): void
  /** Whether the user can use this tool on the current page. */
  canUse(toolId: string): boolean
  canRun(commandId: string): boolean
  run(commandId: string): void
  setStyle(fields: Fields): void
  formatText(format: TextFormat): void
  readonly links: BoardLinks
  /** Closes the open text box. `discard` drops the text if it was only typed as a suggestion. */
  endText(how: 'keep' | 'discard'): void
  select(ids: readonly RecordId[]): void
  readonly reading: BoardReading
  readonly pages: BoardPages
  readonly viewport: BoardViewport
  readonly insert: BoardInsert
  readonly find: BoardFind
  readonly media: BoardMedia
  /** Lays out and draws texts again if any have these font families; browsers without `loadingdone` need it. */
  fontsLoaded(families: readonly string[]): void
  /**
   * Loads the text editor and what reads pasted HTML ahead of their first use. Rejects if that fails; the first use
   * then loads them.
   */
  loadTextInput(): Promise<void>
  /** Frame statistics for benchmarks and diagnostics. */
  readonly stats: SurfaceStats
  /** Moves keyboard focus to the board, or to the text being edited. */
  focus(): void
  dispose(): void
}

export interface BoardPages {
  open(id: RecordId): void
  /** Returns the id of the new page, or undefined if it was refused. */
  add(name: string): RecordId | undefined
  /** Copies a page with its contents behind it and opens the copy. False if refused. */
  duplicate(id: RecordId, name: string): boolean
  rename(id: RecordId, name: string): void
  /** Removes the page and its contents. The last page cannot be removed. */
  remove(id: RecordId): void
}

/** Viewport controls; points are CSS pixels of the view. */
export interface BoardViewport {
  zoomBy(factor: number, at?: Vec): void
  zoomTo(zoom: number): void
  fitPage(): void
  /** Fits a page area into the view. */
  fit(box: Box): void
  /** Fits a page area into the view without a margin, at any zoom: a slide. */
  fill(box: Box): void
  /** Visible area of the page, page units. */
  readonly visible: ReadonlySignal<Box>
  /** Moves the centre of the view to a point of the page, at once. */
  centreOn(at: Vec): void
  /** Moves the viewport to a camera read from the state before. */
  moveTo(camera: CameraState): void
  fitSelection(): void
  /** Scrolls to elements and selects them, for search results, links and comments. */
  show(ids: readonly RecordId[]): void
  /** Moves the viewport to that person's viewport. */
  goTo(personKey: string): void
  /** Hides selection lines and handles while styles are chosen, so that they do not distort the colours. */
  hideMarks(hidden: boolean): void
  /** Follows that person's viewport until the user navigates; null stops following. */
  follow(personKey: string | null): void
  readonly following: ReadonlySignal<string | null>
}

/** Animations and videos in view. Animations play by themselves unless the user prefers reduced motion. */
export interface BoardMedia {
  readonly shown: ReadonlySignal<readonly ShownMedia[]>
  /** Plays or pauses an animation, in all elements with that file. */
  setPlaying(id: RecordId, isPlaying: boolean): void
}

/** Find and replace in the texts and titles of all pages. */
export interface BoardFind {
  readonly result: ReadonlySignal<FindResult>
  /** Starts a search; the first match in view becomes current and is shown. */
  search(query: string, options: FindOptions): void
  /** Shows the next or previous match. */
  step(by: 1 | -1): void
  /** Replaces the current match and shows the next one. */
  replace(replacement: string): ReplaceOutcome
  /** Replaces all matches, as one undo step. */
  replaceAll(replacement: string): ReplaceOutcome
  /** Ends the search and selects the element of the current match. */
  close(): void
}

/** Links of the text being edited, or of the selected elements. */
export interface BoardLinks {
  /** The URL of the link at the caret, or that all selected elements have; null if there is none. */
  get(): string | null
  /** Links the selection; null removes the link. */
  set(href: string | null): void
  /** All URLs that can be opened from there, those in texts of selected elements included. */
  list(): readonly string[]
}

/** Inserts content. */
export interface BoardInsert {
  /**
   * Inserts records of an imported file or template, as one undo step; null if refused.
   */
  importRecords(content: ImportedContent): ImportedOutcome | null
  /** Uploads images and places them side by side around the point (CSS pixels of the view; default: the centre). */
  insertImages(files: readonly { readonly blob: Blob; readonly name: string }[], at?: Vec): Promise<void>
  /** Uploads another file for an image; its width and centre stay. False if that was refused. */
  replaceImage(id: RecordId, file: { readonly blob: Blob; readonly name: string }): Promise<boolean>
  /** Answers a `linesPasted` event: replaces the text by one sticky note per line. */
  splitIntoNotes(id: RecordId, lines: readonly string[]): void
  /**
   * Answers a `urlPasted` event: replaces the text by a card, as one undo step. False if the text has changed
   * meanwhile, or that was refused.
   */
  drawLinkCard(id: RecordId, link: LinkCard): boolean
  /** Answers a `diagramPasted` or `svgInserted` event: asks the host for the drawing in place of that element. */
  drawDiagram(id: RecordId, drawing: PastedDrawing): void
}
