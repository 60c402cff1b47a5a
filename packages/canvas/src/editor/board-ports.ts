import type { ReadonlySignal } from '@preact/signals-core'
import type { Change, Fields } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { RichText } from '../document/text/rich-text.ts'
import type { Box } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import type { Replica } from '../replica/ports.ts'

/** The subset of the replica that the editor uses. */
export type BoardReplica = Pick<
  Replica,
  | 'document'
  | 'actor'
  | 'saveState'
  | 'canUndo'
  | 'canRedo'
  | 'edit'
  | 'canChange'
  | 'canTake'
  | 'canPlace'
  | 'canAdd'
  | 'undo'
  | 'redo'
  | 'openText'
  | 'observeRefusals'
  | 'setView'
>

/** Caret and selection in a text that a user edits: positions in its document, equal if nothing is selected. */
export interface TextCaret {
  readonly id: RecordId
  readonly anchor: number
  readonly head: number
}

/** Presence state of one user; absent fields keep their value. */
export interface PresenceState {
  readonly page?: RecordId | null
  readonly cursor?: Vec | null
  readonly view?: Box | null
  readonly selection?: readonly RecordId[]
  /** Id of the active tool; `laser.on` while the laser pointer is on. */
  readonly tool?: string | null
  /** Null while no text is edited. */
  readonly caret?: TextCaret | null
}

/** One tab of another user on this board. */
export interface Person {
  /** Identifies the tab, since a user can have several. */
  readonly key: string
  readonly uid: string
  readonly name: string
  /** Index of their colour on this board; without it, their default colour. */
  readonly color?: number
  /** They are speaking in the voice room. */
  readonly speaking?: boolean
  readonly showing: PresenceState
}

/** Presence of other users. Updates may be dropped; the latest one wins. */
export interface PresencePort {
  readonly people: ReadonlySignal<readonly Person[]>
  show(showing: PresenceState): void
  /** The changes of the current gesture; null ends it. */
  preview(changes: readonly Change[] | null): void
  observePreviews(listener: (key: string, changes: readonly Change[] | null) => void): () => void
}

export interface UploadedFile {
  /** Of the image; for a video, of its first frame. */
  readonly fileId: string
  readonly videoId?: string
  /** Intrinsic size in CSS pixels. */
  readonly w: number
  readonly h: number
}

/** Images and other files of the space. */
export interface FilesPort {
  /**
   * URL of the smallest stored size of an image that is at least `widthPx` wide. URLs can expire, so request one
   * whenever it is needed.
   */
  url(fileId: string, widthPx: number): string | Promise<string>
  /** The bytes at the URL of an image, to decode it in a worker. */
  readUrl?(url: string): Promise<Blob>
  /** The bytes of an image whose type can move, such as GIF; null for others. */
  readAnimation(fileId: string): Promise<Blob | null>
  upload(file: Blob, name: string): Promise<UploadedFile>
}

/** System clipboard. Some browsers deny access, so every call can fail. */
export interface ClipboardPort {
  write(content: {
    readonly html: string
    readonly text: string
    readonly image?: Promise<Blob>
  }): Promise<void>
  read(): Promise<ClipboardContent | undefined>
}

export interface ClipboardContent {
  readonly html: string
  /** The HTML as formatted text, if it has formats. */
  readonly rich?: RichText
  /** The cells of the HTML by row, if it is one table. */
  readonly table?: readonly (readonly string[])[]
  readonly text: string
  readonly files: readonly { readonly blob: Blob; readonly name: string }[]
}

/** Random source for ids and order keys; seeded in tests. */
export interface Random {
  /** A new record id; cryptographically random in the browser. */
  id(): RecordId
  /** A number in [0, 1). */
  number(): number
}

/** The last style chosen for each kind or tool, kept by the host over reloads. */
export interface StyleStore {
  load(): Readonly<Record<string, Fields>>
  save(styles: Readonly<Record<string, Fields>>): void
}

/** Drafts of suggested texts that were neither sent nor discarded. */
export interface DraftStore {
  get(id: RecordId): RichText | undefined
  /** Null removes the draft. */
  set(id: RecordId, text: RichText | null): void
}
