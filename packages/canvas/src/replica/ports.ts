import type { ReadonlySignal } from '@preact/signals-core'
import type { Node } from 'prosemirror-model'
import type { Step } from 'prosemirror-transform'
import type {
  Ability,
  Actor,
  Change,
  Edit,
  EditRef,
  Fields,
  Refusal,
  SkippedField,
} from '../document/model/change.ts'
import type { LiveDocument, RecordId } from '../document/model/record.ts'
import type { Removed, InverseChange } from '../document/apply/reducer.ts'
import type { Box } from '../geometry/box.ts'
import type { EditOutcome, RemovedTarget, SkippedValue } from './sending/outcomes.ts'
import type { BlockedUndo } from './undo/undo-blocked.ts'

/** An unsent or unanswered edit, stored across reloads. */
export interface OutboxEntry {
  readonly edit: Edit
  /** Schema versions at creation, for migration after an update. */
  readonly schema: Readonly<Record<string, number>>
  /** Journal position at creation. Reveals a restored backup, even to a page without a board. */
  readonly madeAt?: JournalPosition | undefined
}

export type JournalPosition = Pick<BoardPosition, 'seq' | 'chain'>

/** Durable store of a user's unsent edits in one space; IndexedDB in the browser. */
export interface Outbox {
  /** Oldest first, from all tabs: later edits may build on earlier ones. */
  load(): Promise<readonly OutboxEntry[]>
  /** Resolves once the edit is durable; the replica sends it only then. */
  add(entry: OutboxEntry): Promise<void>
  remove(editIds: readonly string[]): Promise<void>
}

/** Stores undo steps across reloads; optional. */
export interface UndoStore {
  load(): Promise<UndoHistory | undefined>
  save(history: UndoHistory): Promise<void>
}

/** Plain data that can be stored in IndexedDB. */
export interface UndoHistory {
  readonly undo: readonly StoredStep[]
  readonly redo: readonly StoredStep[]
  readonly schema: Readonly<Record<string, number>>
}

/** Edits with the same mark, oldest first, each with its inverse. */
export interface StoredStep {
  readonly mark: string
  readonly edits: readonly {
    readonly id: string
    readonly seq: number | null
    readonly inverse: readonly InverseChange[]
    readonly standIns: readonly (readonly [string, EditRef])[]
    readonly alternatives: readonly EditRef[]
    readonly lost: readonly RecordId[]
  }[]
}

/** Outgoing messages of a replica; the socket wraps them in protocol frames. */
export interface RoomLink {
  /** Sends an encoded edit; false if offline. The replica sends it again after the next welcome. */
  sendEdit(bytes: Uint8Array): boolean
  /** Requests chunks of the last welcome. */
  need(chunkIds: readonly string[]): boolean
  /** Requests a new welcome, because received data is inconsistent. */
  rejoin(): void
  /** Reports skipped deletes up to this number as stored, so that the server need not send them again. */
  missedDeletesSeen(seq: number): void
}

/** Injectable clock. */
export interface ReplicaClock {
  now(): number
  /** Runs once after the delay; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void
}

/** Save state shown to the user; always accurate. */
export type SaveState = 'saved' | 'saving' | 'not-saved' | 'read-only'

/** What is seen of a page, page units; undefined for pages that are not seen. */
export type LoadView = (page: string) => Box | undefined

export interface ChunkInfo {
  readonly id: string
  /** Empty for the structure of the space (pages, groups, frames), which is loaded first. */
  readonly page: string
  readonly box: Box | null
  /** Size as sent, in bytes. */
  readonly bytes: number
  readonly hash: string | null
}

/** Journal position of a board, with proof for a join. */
export interface BoardPosition {
  readonly seq: number
  readonly epoch: string
  /** Chain hash of the journal at `seq`. */
  readonly chain: string
}

/**
 * First message of the server in a room. Boards without a server, such as samples, have no epoch and chain hash.
 */
export interface Welcome {
  readonly seq: number
  readonly epoch?: string | undefined
  /** Chain hash of the journal at `seq`. */
  readonly chain?: string | undefined
  /** The board on screen has edits that the journal does not contain: the server was restored from a backup. */
  readonly diverged?: boolean | undefined
  readonly role: Ability
  /** Edits since this tab's position, encoded as a batch; nothing else must be loaded. */
  readonly tail: Uint8Array | null
  /** Chunks of the board at `seq`, if there is no tail. */
  readonly chunks: readonly ChunkInfo[]
  /** Skipped deletes not reported to this user yet. */
  readonly missedDeletes?: readonly MissedDelete[] | undefined
}

/**
 * A delete that was skipped because this user had changed the records; the server repeats it until the client
 * confirms it.
 */
export interface MissedDelete {
  /** Journal number of the delete. */
  readonly seq: number
  /** User who tried to delete them. */
  readonly by: string
  readonly ids: readonly RecordId[]
}

export interface Ack {
  readonly id: string
  /** 0 if the edit had no effect, or was accepted too long ago for its number to be known. */
  readonly seq: number
  readonly skipped: readonly SkippedField[]
}

export interface Reject {
  readonly id: string
  readonly refusal: Refusal
  /** Actual state of the affected records, encoded as a chunk; null if the sender has it. */
  readonly correction: Uint8Array | null
}

/** Incoming messages of a room, already decompressed. Invalid bytes throw a `MalformedError`. */
export interface ReplicaReceiver {
  welcome(welcome: Welcome): void
  chunk(id: string, bytes: Uint8Array): void
  /** `chain`: hash of the journal at the batch's end. */
  batch(bytes: Uint8Array, chain?: string): void
  ack(acks: readonly Ack[]): void
  reject(reject: Reject): void
  role(role: Ability): void
  missedDeletes(deletes: readonly MissedDelete[]): void
  /** The connection was lost; edits are kept until the next welcome. */
  closed(): void
}

/** An edit of this user was not applied as intended. */
export type ReplicaEvent =
  | { readonly type: 'refused'; readonly editId: string; readonly refusal: Refusal }
  /** Other users' newer values were kept; `takeOver` overwrites them. */
  | { readonly type: 'skipped'; readonly fields: readonly SkippedValue[] }
  /** The server was restored from a backup: later edits are lost, and unsent ones are sent again. */
  | { readonly type: 'diverged' }
  /**
   * The step cannot be undone, because others have changed all of it since. `anyway` also reverts their changes
   * and returns the affected records; null if the user lacks the right.
   */
  | ({ readonly type: 'undoBlocked'; readonly anyway: (() => readonly RecordId[]) | null } & BlockedUndo)

export interface LoadProgress {
  /** Bytes of received chunks, of the total announced by the room. */
  readonly loadedBytes: number
  readonly totalBytes: number
  /** The structure and the first elements are loaded: pages can be listed, and loaded elements can be edited. */
  readonly started: boolean
  readonly complete: boolean
}

/** The board of one space as seen by this tab, and the API to change it. */
export interface Replica {
  /** Confirmed state with pending edits applied. */
  readonly document: LiveDocument
  readonly actor: ReadonlySignal<Actor>
  readonly saveState: ReadonlySignal<SaveState>
  readonly canUndo: ReadonlySignal<boolean>
  readonly canRedo: ReadonlySignal<boolean>
  readonly progress: ReadonlySignal<LoadProgress>
  /** Last journal number seen; 0 until a board is fully loaded. */
  readonly seq: number
  /** Journal number of this user's latest edit that the server has answered; 0 before the first one here. */
  readonly ownSeq: number
  /** Position to send when joining; null until a board is fully loaded, or if it cannot be proven. */
  readonly position: BoardPosition | null
  /** Loads outbox and undo steps; await it before joining the room. */
  start(): Promise<void>
  readonly receive: ReplicaReceiver
  /** Sends edits that a closed tab of this user left, with their original ids. */
  adopt(entries: readonly OutboxEntry[]): void
  /** Shows unsent edits of this user's other open tabs (always the complete list), which send them. */
  showOtherTabs(entries: readonly OutboxEntry[]): void
  /**
   * Journal position on which unsent edits are based, for a page without a complete board; the server compares it
   * with its journal.
   */
  readonly madeAt: JournalPosition | null
  /** Applies an edit and sends it. Edits with the same mark are one undo step. Returns the refusal, if any. */
  edit(changes: readonly Change[], mark: string): Refusal | undefined
  /** Applies and sends an edit that is no undo step, to complete an earlier action. */
  amend(changes: readonly Change[]): Refusal | undefined
  /** Adds removed records from history, so that restoring them shows at once. */
  replayCached(removed: Iterable<Removed>): void
  /**
   * Overwrites values that others' edits kept with this user's, as one undo step. For each field the last value
   * counts; deleted records stay deleted.
   */
  takeOver(fields: readonly SkippedValue[]): Refusal | undefined
  /**
   * Restores a record that another user deleted, with this user's changes, as one undo step. If the deletion is
   * no longer known, the record is created again with this user as author.
   */
  restoreRemoved(target: RemovedTarget): Refusal | undefined
  /** The refusal for changing this record, by role, authorship, frames and locks. */
  canChange(id: RecordId): Refusal | undefined
  /** The refusal for moving or deleting these records with their contents. */
  canTake(ids: readonly RecordId[]): Refusal | undefined
  /** The refusal for moving these records into the container. */
  canPlace(ids: readonly RecordId[], container: RecordId): Refusal | undefined
  /** The refusal for adding records to this container. */
  canAdd(parent: RecordId): Refusal | undefined
  /** Undoes the user's last step; returns the affected records. */
  undo(): readonly RecordId[]
  redo(): readonly RecordId[]
  /** Opens a text for editing. */
  openText(id: RecordId, options?: TextSessionOptions): TextSession | undefined
  observe(listener: (event: ReplicaEvent) => void): () => void
  /** Reports edits that were not fully applied; `OutcomeStore` receives the same. */
  observeOutcomes(listener: (outcome: EditOutcome) => void): () => void
  /** Reports refused edits without an `OutcomeStore`; otherwise they are shown from there. */
  observeRefusals(listener: (refusal: Refusal) => void): () => void
  /** Box around all chunks of a page that the room announced; undefined once the board is loaded. */
  getLoadingExtent(page: string): Box | undefined
  /** Sets what is seen of the open page, or before one is open, would be seen of each: its chunks come first. */
  setView(view: LoadView): void
  /** Saves pending typing and undo steps immediately, because the page may close. */
  saveNow(): void
  /** Sends pending typing and cancels timers. */
  dispose(): void
}

export interface TextSessionOptions {
  /** Further fields to store with the text (auto height, fitted size), computed whenever typing is sent. */
  readonly getFields?: (doc: Node) => Fields
  /** Called after typing was sent. */
  readonly onSent?: () => void
}

/** A text edited by this user, synchronized with other users' edits. */
export interface TextSession {
  /** Current document for the text box: the board's text with all steps passed to `apply`. */
  readonly doc: Node
  /** Nothing typed waits to be sent. */
  readonly isSent: boolean
  /**
   * Applies steps that the text box made on `doc`. They are sent within 150 ms; a pause of a second ends an undo
   * step. Returns false if they do not fit or are not allowed; then show `doc` again.
   */
  apply(steps: readonly Step[]): boolean
  /** Sends pending steps immediately. */
  flush(): void
  /** Called when `doc` changes other than by `apply`. */
  onRemote(listener: (change: TextChange) => void): () => void
  /** Flushes; no further events are emitted. */
  close(): void
}

export type TextChange =
  /**
   * Steps to apply to the content of the text box: own unconfirmed steps are undone, remote ones applied, own
   * ones reapplied. `mirrors` pairs their indexes for `Mapping.setMirror`, so that carets stay in place.
   */
  | {
      readonly type: 'steps'
      readonly steps: readonly Step[]
      readonly mirrors: readonly (readonly [number, number])[]
    }
  /** The text was replaced as a whole, for example by a restore or reload. */
  | { readonly type: 'replaced' }
  /** The record was deleted. */
  | { readonly type: 'removed' }
