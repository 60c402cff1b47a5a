import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { Board, Change, Refusal, Replica, ReplicaEvent } from '@tavla/canvas'
import type { Clock } from '../../../platform/dom/clock.ts'

/** A message about an action of which the board shows nothing or too little; only the latest is shown. */
export type BoardMessage =
  | {
      readonly type: 'refused'
      readonly reason: Refusal['refused']
      /** The presenter who limits what the user can do, if that is the reason. */
      readonly presenter?: string
      /** Elements inside a container that prevented its change: locked ones, or those of this person. */
      readonly inside?: 'locked' | { readonly by: string }
      /** Sends the refused change as a suggestion, where that is possible. */
      readonly suggest?: () => void
    }
  /** Undo had no effect, because another person has changed the same elements since. */
  | {
      readonly type: 'undoBlocked'
      readonly by: string | null
      readonly did: 'moved' | 'changed' | 'deleted'
      /** Null if the user lacks the right. */
      readonly anyway: (() => void) | null
    }
  /** The server was restored from a backup: edits that it had saved after that are gone. */
  | { readonly type: 'diverged' }
  | { readonly type: 'uploadFailed'; readonly name: string }
  | { readonly type: 'linesPasted'; readonly lines: number; split(): void }
  | { readonly type: 'diagramPasted' | 'svgInserted'; draw(): void }
  | { readonly type: 'notPasted'; readonly reason: 'empty' | 'unknown' | 'too_large' }
  /** A command is done of which the board itself shows nothing. */
  | { readonly type: 'done'; readonly command: keyof typeof doneTexts }

export interface BoardMessages {
  readonly shown: ReadonlySignal<BoardMessage | null>
  close(): void
  dispose(): void
}

/** Texts of commands of which the board itself shows nothing, so that people see that something happened. */
export const doneTexts = { copyStyle: 'notice.styleCopied', keepStyle: 'notice.styleKept' } as const

export const hasDoneText = (command: string): command is keyof typeof doneTexts =>
  Object.hasOwn(doneTexts, command)

const messageMs = 6_000
/** Messages with an action stay longer. */
const questionMs = 15_000

/** The part of a refused change that can be suggested. */
export interface Suggestions {
  isOffered(changes: readonly Change[]): boolean
  send(changes: readonly Change[]): void
}

type Listener<E> = { observe(listener: (event: E) => void): () => void }

/** Collects the messages of board and room about refused edits. */
export function createBoardMessages(
  board: Listener<Parameters<Parameters<Board['observe']>[0]>[0]> & {
    readonly insert: Pick<Board['insert'], 'splitIntoNotes' | 'drawDiagram'>
  },
  replica: Pick<Replica, 'observe'> & { readonly document: Pick<Replica['document'], 'get'> },
  clock: Clock,
  /** The presenter who limits what the user can do. */
  presenter: () => string | null = () => null,
  suggestions: Suggestions = { isOffered: () => false, send: () => undefined },
): BoardMessages {
  const temporary = signal<BoardMessage | null>(null)
  const diverged = signal(false)
  let cancel = () => {}
  const show = (message: BoardMessage, forMs: number) => {
    cancel()
    temporary.value = message
    cancel = clock.after(forMs, hideTemporary)
  }
  const hideTemporary = () => {
    cancel()
    temporary.value = null
  }
  const getContainedRecord = ({
    refused: reason,
    id,
  }: Refusal): 'locked' | { readonly by: string } | undefined => {
    const record = reason === 'contents' && id !== undefined ? replica.document.get(id) : undefined
    if (!record) return undefined
    return record['lock'] === undefined ? { by: record.by } : 'locked'
  }
  let lastRefused: readonly Change[] = []
  const createRefusedMessage = (refusal: Refusal, changes: readonly Change[] = []): BoardMessage => {
    const { refused: reason } = refusal
    const shown = temporary.peek()
    const continuesDrag = shown?.type === 'refused' && shown.suggest !== undefined
    const all = continuesDrag ? mergeChanges(lastRefused, changes, replica.document) : changes
    lastRefused = all
    const send = (): void => {
      hideTemporary()
      suggestions.send(all)
    }
    const suggest = all.length > 0 && suggestions.isOffered(all) ? { suggest: send } : {}
    const inside = getContainedRecord(refusal)
    if (inside) return { type: 'refused', reason, inside, ...suggest }
    const name = reason === 'role' || reason === 'not_yours' ? presenter() : null
    return { type: 'refused', reason, ...suggest, ...(name === null ? {} : { presenter: name }) }
  }
  const unobserveBoard = board.observe((event) => {
    if (event.type === 'refused') {
      const message = createRefusedMessage(event.refusal, event.tried)
      show(message, message.type === 'refused' && message.suggest ? questionMs : messageMs)
    }
    if (event.type === 'uploadFailed') show({ type: 'uploadFailed', name: event.name }, messageMs)
    if (event.type === 'ran' && hasDoneText(event.id)) show({ type: 'done', command: event.id }, messageMs)
    if (event.type === 'notPasted') show({ type: 'notPasted', reason: event.reason }, messageMs)
    if (event.type === 'diagramPasted' || event.type === 'svgInserted') {
      const draw = () => {
        board.insert.drawDiagram(event.id, event.drawing)
        hideTemporary()
      }
      show({ type: event.type, draw }, questionMs)
    }
    if (event.type === 'linesPasted') {
      const split = () => {
        board.insert.splitIntoNotes(event.id, event.lines)
        hideTemporary()
      }
      show({ type: 'linesPasted', lines: event.lines.length, split }, questionMs)
    }
  })
  const unobserveReplica = replica.observe((event: ReplicaEvent) => {
    if (event.type === 'undoBlocked') {
      const { by, did, anyway } = event
      const run = () => {
        hideTemporary()
        anyway?.()
      }
      show({ type: 'undoBlocked', by, did, anyway: anyway && run }, questionMs)
    }
    if (event.type === 'diverged') diverged.value = true
  })
  return {
    shown: computed(() => temporary.value ?? (diverged.value ? { type: 'diverged' } : null)),
    close() {
      if (temporary.peek()) hideTemporary()
      else diverged.value = false
    },
    dispose() {
      unobserveBoard()
      unobserveReplica()
      cancel()
    },
  }
}

/** Repeated arrow key presses are one move, since each is measured from the element's unchanged position. */
function mergeChanges(
  before: readonly Change[],
  changes: readonly Change[],
  document: Pick<Replica['document'], 'get'>,
): readonly Change[] {
  return changes.map((change) => {
    const earlier = before.find(
      (previous) => previous.op === 'patch' && change.op === 'patch' && previous.id === change.id,
    )
    if (change.op !== 'patch' || earlier?.op !== 'patch') return change
    const now = document.get(change.id)
    const moved = (['x', 'y'] as const).flatMap((axis): [string, number][] => {
      const [earlierValue, newValue, currentValue] = [earlier.fields[axis], change.fields[axis], now?.[axis]]
      if (
        typeof earlierValue !== 'number' ||
        typeof newValue !== 'number' ||
        typeof currentValue !== 'number'
      )
        return []
      return [[axis, earlierValue + newValue - currentValue]]
    })
    return { ...change, fields: { ...earlier.fields, ...change.fields, ...Object.fromEntries(moved) } }
  })
}
