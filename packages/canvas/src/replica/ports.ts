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

/** An edit that waits for the server, kept across reloads. */
export interface OutboxEntry {
  readonly edit: Edit
  /** Schema versions it was written with, so that it can be migrated after an update. */
  readonly schema: Readonly<Record<string, number>>
  /** Where the journal was when it was made: shows that a server was put back, even to a page without a board. */
  readonly madeAt?: JournalPosition | undefined
}

export type JournalPosition = Pick<BoardPosition, 'seq' | 'chain'>

/** Durable store of one person's unsent edits of one space; the browser's is IndexedDB. */
export interface Outbox {
  /** Oldest first, from whichever page: later ones may build on earlier ones. */
  load(): Promise<readonly OutboxEntry[]>
  /** Resolves once the edit would survive a crash; the replica sends it only then. */
  add(entry: OutboxEntry): Promise<void>
  remove(editIds: readonly string[]): Promise<void>
}

/** Keeps a person's undo steps of one space across reloads; without it they end with the page. */
export interface UndoStore {
  load(): Promise<UndoHistory | undefined>
  save(history: UndoHistory): Promise<void>
}

/** Plain data, ready for IndexedDB's structured clone. */
export interface UndoHistory {
  readonly undo: readonly StoredStep[]
  readonly redo: readonly StoredStep[]
  readonly schema: Readonly<Record<string, number>>
}

/** Edits of one mark, oldest first, each with the changes that undo it. */
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

/** Frames a replica sends; the socket wraps them in the contract's frames. */
export interface RoomLink {
  /** Sends an encoded edit; false when the link is down, and the replica sends again after the next welcome. */
  sendEdit(bytes: Uint8Array): boolean
  /** Asks for chunks of the last welcome. */
  need(chunkIds: readonly string[]): boolean
  /** Asks for a new welcome, with the last number seen: what arrived does not fit together. */
  rejoin(): void
  /** Deletes up to this number that passed over this person's work are kept for them here: nobody need tell them again. */
  missedDeletesSeen(seq: number): void
}

/** Time that tests can turn. */
export interface ReplicaClock {
  now(): number
  /** Runs once after the delay; answers how to call it off. */
  after(delayMs: number, run: () => void): () => void
}

/** Always true; shown to the person at all times. */
export type SaveState = 'saved' | 'saving' | 'not-saved' | 'read-only'

export interface ChunkInfo {
  readonly id: string
  /** Empty for the structure of the whole space (pages, groups, frames), which is fetched first. */
  readonly page: string
  readonly box: Box | null
  /** Size as sent. */
  readonly bytes: number
  readonly hash: string | null
}

/** How far a board has followed its journal, as a join proves it. */
export interface BoardPosition {
  readonly seq: number
  readonly epoch: string
  /** Chain hash of the journal at `seq`. */
  readonly chain: string
}

/** The server's first word in a room. Boards without a server, such as samples, have no epoch and no chain hash. */
export interface Welcome {
  readonly seq: number
  readonly epoch?: string | undefined
  /** Chain hash of the journal at `seq`. */
  readonly chain?: string | undefined
  /** The board on screen has edits that the journal does not have: the server was put back to an earlier state. */
  readonly diverged?: boolean | undefined
  readonly role: Ability
  /** The edits after what this tab has, encoded as a batch: nothing needs fetching. */
  readonly tail: Uint8Array | null
  /** What the board consists of at `seq`, when there is no tail. */
  readonly chunks: readonly ChunkInfo[]
  /** Those that this person has not been informed of yet. */
  readonly missedDeletes?: readonly MissedDelete[] | undefined
}

/** Somebody's delete that was skipped for what this person had changed; the server repeats it until the client confirms that it was seen. */
export interface MissedDelete {
  /** Journal number of the delete. */
  readonly seq: number
  /** Who wanted them deleted. */
  readonly by: string
  readonly ids: readonly RecordId[]
}

export interface Ack {
  readonly id: string
  /** 0 when the edit had no effect, or was taken so long ago that nobody knows its number. */
  readonly seq: number
  readonly skipped: readonly SkippedField[]
}

export interface Reject {
  readonly id: string
  readonly refusal: Refusal
  /** True state of the records concerned, encoded as a chunk; null when the sender knows it already. */
  readonly truth: Uint8Array | null
}

/** What arrives from the room; bytes are inflated already. Bytes that make no sense throw a `MalformedError`. */
export interface ReplicaReceiver {
  welcome(welcome: Welcome): void
  chunk(id: string, bytes: Uint8Array): void
  /** `chain`: hash of the journal at the batch's end. */
  batch(bytes: Uint8Array, chain?: string): void
  ack(acks: readonly Ack[]): void
  reject(reject: Reject): void
  role(role: Ability): void
  missedDeletes(deletes: readonly MissedDelete[]): void
  /** The socket is gone; edits are kept until the next welcome. */
  closed(): void
}

/** Something of this person's did not go in, or stay, as they meant it. */
export type ReplicaEvent =
  | { readonly type: 'refused'; readonly editId: string; readonly refusal: Refusal }
  /** Somebody else's newer values stayed; `takeOver` writes this person's over them. */
  | { readonly type: 'skipped'; readonly fields: readonly SkippedValue[] }
  /** The server was put back to an earlier state: what it had saved after that is gone, and unsent edits go out again. */
  | { readonly type: 'diverged' }
  /**
   * The step can no longer be undone by itself, because others have changed all of it since. `anyway` takes back their
   * work, too, and answers the records it touched; null where the right is missing.
   */
  | ({ readonly type: 'undoBlocked'; readonly anyway: (() => readonly RecordId[]) | null } & BlockedUndo)

export interface LoadProgress {
  /** Bytes of chunks that have arrived, of all that the room announced. */
  readonly loadedBytes: number
  readonly totalBytes: number
  /** The structure is here: pages can be listed and elements that have arrived can be edited. */
  readonly started: boolean
  readonly complete: boolean
}

/** One space as this tab sees it, and the one way to change it. */
export interface Replica {
  /** Confirmed state with this tab's pending edits laid over it. */
  readonly document: LiveDocument
  readonly actor: ReadonlySignal<Actor>
  readonly saveState: ReadonlySignal<SaveState>
  readonly canUndo: ReadonlySignal<boolean>
  readonly canRedo: ReadonlySignal<boolean>
  readonly progress: ReadonlySignal<LoadProgress>
  /** Last journal number seen. 0 while nothing whole is loaded. */
  readonly seq: number
  /** What a join tells the server; null while nothing whole is loaded, or nothing of it can be proven. */
  readonly position: BoardPosition | null
  /** Reads outbox and undo steps; to be awaited before the room is joined. */
  start(): Promise<void>
  readonly receive: ReplicaReceiver
  /** Sends, under their own ids, edits that another tab of this person left when it closed. */
  adopt(entries: readonly OutboxEntry[]): void
  /** Shows what other open tabs of this person have not sent yet: always the whole list. They send it themselves. */
  showOtherTabs(entries: readonly OutboxEntry[]): void
  /** What unsent edits were made on, for a page that has no whole board; the server compares it with its journal. */
  readonly madeAt: JournalPosition | null
  /** Applies at once and sends; edits with one mark are one step of undo. Answers the refusal when it was not taken. */
  edit(changes: readonly Change[], mark: string): Refusal | undefined
  /** Applies and sends an edit that is no step of undo: the page finishes by itself what the person did before. */
  amend(changes: readonly Change[]): Refusal | undefined
  /** Tells what earlier edits removed, read from history: bringing it back then shows at once. */
  replayCached(gone: Iterable<Removed>): void
  /**
   * Writes this person's values over others' that stayed, as one step of undo. Of one field the last counts; records
   * that are gone stay gone.
   */
  takeOver(fields: readonly SkippedValue[]): Refusal | undefined
  /**
   * Brings back a record that somebody deleted under this person's changes, with those changes, as one step of undo:
   * restored whole where its deletion is known, else made anew under this person's name.
   */
  restoreRemoved(target: RemovedTarget): Refusal | undefined
  /** Would this record's change be refused? By role, authorship, frames and locks. */
  canChange(id: RecordId): Refusal | undefined
  /** The same for these with everything inside them: would moving, deleting or putting them elsewhere be refused? */
  canTake(ids: readonly RecordId[]): Refusal | undefined
  /** Would putting these, with everything inside them, into this container be refused? */
  canPlace(ids: readonly RecordId[], container: RecordId): Refusal | undefined
  /** May new records be put into this container? */
  canAdd(parent: RecordId): Refusal | undefined
  /** Undoes this person's last step; answers the records it touched. */
  undo(): readonly RecordId[]
  redo(): readonly RecordId[]
  /** Opens the text of a record for typing. */
  openText(id: RecordId, options?: TextSessionOptions): TextSession | undefined
  observe(listener: (event: ReplicaEvent) => void): () => void
  /** Tells what became of edits that are not simply on the board; `OutcomeStore` keeps the same. */
  observeOutcomes(listener: (outcome: EditOutcome) => void): () => void
  /** Emits refused edits that no `OutcomeStore` stores; stored ones are shown from there. */
  observeRefusals(listener: (refusal: Refusal) => void): () => void
  /** Box around all chunks of a page that the room announced; undefined once the board is loaded. */
  getLoadingExtent(page: string): Box | undefined
  /** Chunks near this place are asked for first. */
  look(page: string, box: Box): void
  /** Writes down now what would wait a moment longer, typed text and undo steps: the page may be gone soon. */
  keep(): void
  /** Sends what is typed and not yet sent, and lets go of timers. */
  dispose(): void
}

export interface TextSessionOptions {
  /** Other fields to store with the text (auto height, fitted size), asked whenever typing is sent. */
  readonly getFields?: (doc: Node) => Fields
}

/** One text being typed by this person, in step with everybody else who types in it. */
export interface TextSession {
  /** What the text box must show now: the board's text with every step given to `apply`. */
  readonly doc: Node
  /**
   * Takes over steps that the text box has just made on `doc`. They are sent within 150 ms; those between
   * two pauses of a second are one step of undo. False when they do not fit or are not allowed: show `doc` again.
   */
  apply(steps: readonly Step[]): boolean
  /** Sends at once what is typed. */
  flush(): void
  /** Tells when `doc` changed by anything but `apply`. */
  onRemote(listener: (change: TextChange) => void): () => void
  /** Flushes; no events follow. */
  close(): void
}

export type TextChange =
  /**
   * Steps to apply to what the text box shows. Own unconfirmed steps are taken back, others' applied, own ones
   * applied again; `mirrors` pairs indexes of the former and the latter for `Mapping.setMirror`, so that carets stay.
   */
  | {
      readonly type: 'steps'
      readonly steps: readonly Step[]
      readonly mirrors: readonly (readonly [number, number])[]
    }
  /** The text is another one altogether: restored, loaded again. */
  | { readonly type: 'replaced' }
  /** The record is gone. */
  | { readonly type: 'removed' }
