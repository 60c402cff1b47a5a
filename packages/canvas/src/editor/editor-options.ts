import type { Command } from './command.ts'
import type { Change, Fields } from '../document/model/change.ts'
import type { MeasureText, ShapeDefinition, ShapeSchema } from '../shape.ts'
import type { Tool } from './tool.ts'
import type { HostRequest } from './board-view.ts'
import type { CameraStore } from './view/camera.ts'
import type { Clock } from './clock.ts'
import type {
  BoardReplica,
  Random,
  ClipboardPort,
  DraftStore,
  FilesPort,
  PresencePort,
  StyleStore,
  UploadedFile,
} from './board-ports.ts'

/** Dependencies of an editor; independent of page and browser. */
export interface EditorOptions {
  readonly replica: BoardReplica
  readonly shapes: readonly ShapeDefinition[]
  /** Schemas of all kinds, including those that are not drawn. */
  readonly schemas: readonly ShapeSchema[]
  readonly tools: readonly Tool[]
  readonly commands: readonly Command[]
  readonly defaults: EditorDefaults
  /** Style fields in the order of the style panel. */
  readonly styleNames: readonly string[]
  readonly presence: PresencePort
  readonly files: FilesPort
  readonly clipboard: ClipboardPort
  readonly cameras: CameraStore
  readonly measure: MeasureText
  readonly clock: Clock
  readonly random: Random
  /** Without it, drafts of suggested texts are lost when the page closes. */
  readonly drafts?: DraftStore | undefined
  /** Without it, chosen styles are forgotten when the page closes. */
  readonly styleStore?: StyleStore | undefined
  readonly reducedMotion: () => boolean
  readonly letterKeys: () => boolean
  readonly typeToEdit: () => boolean
  /** Default title of a page's nth frame. */
  readonly frameTitle?: ((number: number) => string) | undefined
  readonly onRequest: (request: HostRequest) => void
  /** Converts changes to an edit that suggests them; empty if nothing can be suggested or nothing would change. */
  readonly suggestEdit: (changes: readonly Change[]) => readonly Change[]
}

/** Default tools and kinds, so that the editor itself names no specific shape or tool. */
export interface EditorDefaults {
  /** The tool that becomes active after creating an element. */
  readonly restTool: string
  /** The tool for the eraser end of a pen. */
  readonly eraserTool: string
  /** Templates for pasted text, and for list lines converted to notes. */
  readonly text: ElementTemplate & { readonly wrapped: Fields }
  readonly note: ElementTemplate
  /** Template for a link with the title of its page. */
  readonly card: ElementTemplate
  /** The kind that connects elements. */
  readonly connector: string
  readonly image: { readonly kind: string; fields(file: UploadedFile): Fields }
}

/** Kind and initial fields of a new element. */
export interface ElementTemplate {
  readonly kind: string
  readonly fields: Fields & { readonly w: number; readonly h: number }
}
