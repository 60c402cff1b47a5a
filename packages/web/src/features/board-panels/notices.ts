import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { Board, Refusal, Replica, ReplicaEvent } from '@tavla/canvas'
import type { Clock } from '../../platform/clock.ts'

/** Something that did not go as meant; one at a time, the latest counts. */
export type BoardNotice =
  | {
      readonly type: 'refused'
      readonly reason: Refusal['refused']
      /** Who presents and has lowered what one may do; then that is the reason. */
      readonly presenter?: string
    }
  /** `count`: things on which somebody else's change stayed. */
  | { readonly type: 'skipped'; readonly count: number; takeOver(): void }
  | { readonly type: 'uploadFailed'; readonly name: string }
  | { readonly type: 'pasteChoice'; readonly lines: number; choose(as: 'text' | 'stickies'): void }

export interface BoardNotices {
  readonly shown: ReadonlySignal<BoardNotice | null>
  close(): void
  dispose(): void
}

const shownMs = 6_000
/** What asks something stays longer. */
const askingMs = 15_000

type Skipped = Extract<ReplicaEvent, { type: 'skipped' }>['fields']
type Listener<E> = { observe(listener: (event: E) => void): () => void }

/** Collects what the board and the room have to say about edits that were not taken. */
export function boardNotices(
  board: Listener<Parameters<Parameters<Board['observe']>[0]>[0]> & {
    readonly bring: Pick<Board['bring'], 'pasteLines'>
  },
  replica: Pick<Replica, 'observe' | 'takeOver'>,
  clock: Clock,
  /** Whoever presents and has lowered what one may do. */
  presenter: () => string | null = () => null,
): BoardNotices {
  const passing = signal<BoardNotice | null>(null)
  // An hour without a network may bring many: they wait together, behind what passes, until they are answered.
  const skipped = signal<Skipped>([])
  let callOff = () => {}
  const pass = (notice: BoardNotice, forMs: number) => {
    callOff()
    passing.value = notice
    callOff = clock.after(forMs, endPassing)
  }
  const endPassing = () => {
    callOff()
    passing.value = null
  }
  const takeOver = () => {
    const fields = skipped.peek()
    skipped.value = []
    const refusal = replica.takeOver(fields)
    if (refusal) pass(refused(refusal.refused), shownMs)
  }
  const refused = (reason: Refusal['refused']): BoardNotice => {
    const name = reason === 'role' || reason === 'not_yours' ? presenter() : null
    return name === null ? { type: 'refused', reason } : { type: 'refused', reason, presenter: name }
  }
  const stopBoard = board.observe((event) => {
    if (event.type === 'refused') pass(refused(event.refusal.refused), shownMs)
    if (event.type === 'uploadFailed') pass({ type: 'uploadFailed', name: event.name }, shownMs)
    if (event.type === 'pasteChoice') {
      const choose = (as: 'text' | 'stickies') => {
        board.bring.pasteLines(event.lines, as, event.at)
        endPassing()
      }
      pass({ type: 'pasteChoice', lines: event.lines.length, choose }, askingMs)
    }
  })
  const stopReplica = replica.observe((event: ReplicaEvent) => {
    if (event.type === 'skipped') skipped.value = [...skipped.peek(), ...event.fields]
  })
  return {
    shown: computed(() => {
      if (passing.value || skipped.value.length === 0) return passing.value
      return { type: 'skipped', count: new Set(skipped.value.map(({ id }) => id)).size, takeOver }
    }),
    close() {
      if (passing.peek()) endPassing()
      else skipped.value = []
    },
    dispose() {
      stopBoard()
      stopReplica()
      callOff()
    },
  }
}
