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
  UploadedFile,
} from './board-ports.ts'

/** Everything an editor is made from; nothing of it needs a page or a browser. */
export interface EditorOptions {
  readonly replica: BoardReplica
  readonly shapes: readonly ShapeDefinition[]
  /** Of every kind a board may hold, also of those that nothing draws. */
  readonly schemas: readonly ShapeSchema[]
  readonly tools: readonly Tool[]
  readonly commands: readonly Command[]
  readonly defaults: EditorDefaults
  /** Fields that the style panel offers, in its order. */
  readonly styleNames: readonly string[]
  readonly presence: PresencePort
  readonly files: FilesPort
  readonly clipboard: ClipboardPort
  readonly cameras: CameraStore
  readonly measure: MeasureText
  readonly clock: Clock
  readonly random: Random
  /** Without it, what was typed only to suggest it ends with the page. */
  readonly drafts?: DraftStore | undefined
  readonly reducedMotion: () => boolean
  readonly letterKeys: () => boolean
  readonly onRequest: (request: HostRequest) => void
  /** The edit that suggests these changes; empty where nothing of them can be, or nothing would change. */
  readonly suggestEdit: (changes: readonly Change[]) => readonly Change[]
}

/** Which tools and kinds play the parts that the editor itself needs; it names none. */
export interface EditorDefaults {
  /** The tool that creation returns to. */
  readonly restTool: string
  /** Stands for the eraser end of a pen. */
  readonly eraserTool: string
  /** What pasted text becomes, and what a list becomes line by line. */
  readonly text: ElementTemplate & { readonly wrapped: Fields }
  readonly note: ElementTemplate
  readonly image: { readonly kind: string; fields(file: UploadedFile): Fields }
}

/** A kind as something new is made of it. */
export interface ElementTemplate {
  readonly kind: string
  readonly fields: Fields & { readonly w: number; readonly h: number }
}
