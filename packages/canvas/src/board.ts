import type { LockedMark } from './editor/view/locked.ts'
import type { ReadonlySignal } from '@preact/signals-core'
import type { Command } from './editor/command.ts'
import type { Ability, Fields } from './document/model/change.ts'
import type { LiveDocument, RecordId } from './document/model/record.ts'
import type { BoardEvent, ImportedContent, ImportedOutcome } from './editor/board-event.ts'
import type { HostRequest } from './editor/board-view.ts'
import type { TextFormat } from './editor/actions/text-types.ts'
import type { CameraState, CameraStore } from './editor/view/camera.ts'
import type { BoardReplica, DraftStore, FilesPort, Person, PresencePort } from './editor/board-ports.ts'
import type { PageEntry } from './editor/view/pages.ts'
import type { Scene } from './editor/view/scene.ts'
import type { Box, RotatedBox } from './geometry/box.ts'
import type { Vec } from './geometry/vec.ts'
import type { SurfaceStats } from './render/surface.ts'
import type { BoardFont } from './render/raster/sent-fonts.ts'
import type { SaveState } from './replica/ports.ts'
import type { Tool } from './editor/tool.ts'

/** What a board needs to live on a page. */
export interface BoardOptions {
  /** Positioned element that the board fills and that takes the keyboard. */
  readonly host: HTMLElement
  readonly replica: BoardReplica
  /** Acts of the screen around the board, offered and bound to keys like the board's own. */
  readonly commands?: readonly Command[]
  readonly presence: PresencePort
  readonly files: FilesPort
  readonly cameras: CameraStore
  readonly drafts?: DraftStore
  readonly theme: ReadonlySignal<'light' | 'dark'>
  /**
   * The font files that the page's style sheets name. With them a machine with cores to spare paints in a worker;
   * a board that is only a picture needs none.
   */
  readonly fonts?: () => readonly BoardFont[]
  /** What the person has set: motion, single-key shortcuts. */
  readonly preferences?: BoardPreferences
  /** Acts that belong to the screen around the board. */
  readonly onRequest: (request: HostRequest) => void
  /** Name of the field that text is typed in, or suggested in, for those who cannot see it. */
  readonly textLabel: (isSuggestion: boolean) => string
}

export interface BoardPreferences {
  readonly reducedMotion: () => boolean
  /** Single-key shortcuts can be switched off (accessibility). */
  readonly letterKeys: () => boolean
}

/** A style field over the selection (or, with nothing selected, what new elements will take). */
export type StyleValue = { readonly value: unknown } | 'mixed'

/** What a screen shows around the board; all of it can be watched. */
export interface BoardState {
  readonly tool: ReadonlySignal<string>
  readonly toolLocked: ReadonlySignal<boolean>
  readonly selection: ReadonlySignal<readonly RecordId[]>
  /** Bounds of the selection in CSS pixels of the view, to place panels beside it; null with nothing selected. */
  readonly selectionBox: ReadonlySignal<Box | null>
  /** Fields that every selected element has, by name. */
  readonly style: ReadonlySignal<ReadonlyMap<string, StyleValue>>
  readonly camera: ReadonlySignal<CameraState>
  readonly page: ReadonlySignal<RecordId | null>
  readonly pages: ReadonlySignal<readonly PageEntry[]>
  readonly hovered: ReadonlySignal<RecordId | null>
  /** The locked element that is pointed at or was clicked. */
  readonly locked: ReadonlySignal<LockedMark | null>
  /** Element whose text is being typed. */
  readonly editing: ReadonlySignal<RecordId | null>
  /** Where the element stands whose text is being suggested instead of changed; page units, before its turn. */
  readonly suggesting: ReadonlySignal<RotatedBox | null>
  /** Formats at the caret while text is typed. */
  readonly textFormats: ReadonlySignal<ReadonlySet<TextFormat>>
  /** A gesture is under way; chrome steps back. */
  readonly busy: ReadonlySignal<boolean>
  readonly grid: ReadonlySignal<boolean>
  readonly snapping: ReadonlySignal<boolean>
  readonly canUndo: ReadonlySignal<boolean>
  readonly canRedo: ReadonlySignal<boolean>
  readonly saveState: ReadonlySignal<SaveState>
  readonly ability: ReadonlySignal<Ability>
  readonly people: ReadonlySignal<readonly Person[]>
  /** Is the page without a single element? */
  readonly empty: ReadonlySignal<boolean>
}

/** A board on a page. `state` holds what it shows; its methods act on it. */
export interface Board {
  readonly state: BoardState
  readonly tools: readonly Tool[]
  readonly commands: readonly Command[]
  readonly document: LiveDocument
  /** Positions of elements, for panels, minimap and export. */
  readonly scene: Scene
  observe(listener: (event: BoardEvent) => void): () => void
  setTool(id: string): void
  /** May this tool be used by this person here? */
  canUse(toolId: string): boolean
  canRun(commandId: string): boolean
  run(commandId: string): void
  setStyle(fields: Fields): void
  formatText(format: TextFormat): void
  /** Closes the text that is being typed; `discard` drops what was typed only to suggest it. */
  endText(how: 'keep' | 'discard'): void
  select(ids: readonly RecordId[]): void
  readonly pages: BoardPages
  readonly viewport: BoardViewport
  readonly insert: BoardInsert
  /** Draws everything again, for example when fonts that change how text looks have loaded. */
  refresh(): void
  /** Figures of the frames painted so far, for benchmarks and for "what slows this board". */
  readonly stats: SurfaceStats
  /** Gives the keyboard to the board. */
  focus(): void
  dispose(): void
}

export interface BoardPages {
  open(id: RecordId): void
  /** Answers the new page's id, or undefined when it was refused. */
  add(name: string): RecordId | undefined
  rename(id: RecordId, name: string): void
  /** Removes the page and everything on it; the last page stays. */
  remove(id: RecordId): void
}

/** Ways to look at a page; points are CSS pixels of the view. */
export interface BoardViewport {
  zoomBy(factor: number, at?: Vec): void
  zoomTo(zoom: number): void
  fitPage(): void
  /** Brings a part of the page into view. */
  fit(box: Box): void
  fitSelection(): void
  /** Brings elements into view and selects them: search results, links, comments. */
  show(ids: readonly RecordId[]): void
  /** Goes where that person looks. */
  goTo(personKey: string): void
  /** Hides the lines and handles of the selection while its looks are chosen, so that a green line looks green. */
  hideMarks(hidden: boolean): void
  /** Keeps looking where that person looks, until one moves oneself; null ends it. */
  follow(personKey: string | null): void
  readonly following: ReadonlySignal<string | null>
}

/** Ways to insert content. */
export interface BoardInsert {
  /** Puts records (an imported file, a template) on the page as one step of undo, around the middle of the view; null: refused. */
  importRecords(content: ImportedContent): ImportedOutcome | null
  /** Uploads pictures and puts them side by side around the point (CSS pixels of the view; the middle if absent). */
  insertImages(files: readonly { readonly blob: Blob; readonly name: string }[], at?: Vec): Promise<void>
  /** Answers `linesPasted`: the text becomes one sticky note per line. */
  splitIntoNotes(id: RecordId, lines: readonly string[]): void
}
