import type { ReadonlySignal } from '@preact/signals-core'
import type { Change } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { RichText } from '../document/text/rich-text.ts'
import type { Box } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import type { Replica } from '../replica/ports.ts'

/** What the editor needs of the replica: the board as this tab sees it, and the one way to change it. */
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
  | 'look'
>

/** What a person shows of themselves on the board; absent fields stay as they were. */
export interface PresenceState {
  readonly page?: RecordId | null
  readonly cursor?: Vec | null
  readonly view?: Box | null
  readonly selection?: readonly RecordId[]
  /** Id of the active tool; `laser.on` while the laser shines. */
  readonly tool?: string | null
}

/** One tab of another person on this board. */
export interface Person {
  /** Names the tab, not the account: one person may look twice. */
  readonly key: string
  readonly uid: string
  readonly name: string
  /** Index of their colour on this board; without it, the one they have everywhere. */
  readonly color?: number
  /** They are speaking now. */
  readonly speaking?: boolean
  readonly showing: PresenceState
}

/** Who else is here. Everything sent through it may be dropped; the latest wins. */
export interface PresencePort {
  readonly people: ReadonlySignal<readonly Person[]>
  show(showing: PresenceState): void
  /** The current gesture as the changes it would make; null ends it. */
  preview(changes: readonly Change[] | null): void
  observePreviews(listener: (key: string, changes: readonly Change[] | null) => void): () => void
}

export interface UploadedFile {
  readonly fileId: string
  /** Natural size of a picture in CSS pixels. */
  readonly w: number
  readonly h: number
}

/** Pictures and other files of the space. */
export interface FilesPort {
  /** Where a file's picture is fetched, in the smallest stored size that is at least `widthPx` wide. Addresses may run out, so each is asked for when it is needed. */
  url(fileId: string, widthPx: number): string | Promise<string>
  upload(file: Blob, name: string): Promise<UploadedFile>
}

/** The system's clipboard; refused or absent in some browsers, so every act may fail. */
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
  readonly text: string
  readonly files: readonly { readonly blob: Blob; readonly name: string }[]
}

/** Ids and order keys need chance; tests seed it. */
export interface Random {
  /** A fresh record id, unguessable in the browser. */
  id(): RecordId
  /** In [0, 1). */
  number(): number
}

/** Texts that were typed to be suggested, and neither sent nor discarded yet. */
export interface DraftStore {
  get(id: RecordId): RichText | undefined
  /** Null: there is nothing to keep any more. */
  set(id: RecordId, text: RichText | null): void
}
