import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { Board, Refusal, Replica, ReplicaEvent } from '@tavla/canvas'
import type { Clock } from '../../platform/clock.ts'

/** Something that did not go as meant; one at a time, the latest counts. */
export type BoardNotice =
  | { readonly type: 'refused'; readonly reason: Refusal['refused'] }
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

type Listener<E> = { observe(listener: (event: E) => void): () => void }

/** Collects what the board and the room have to say about edits that were not taken. */
export function boardNotices(
  board: Listener<Parameters<Parameters<Board['observe']>[0]>[0]> & {
    readonly bring: Pick<Board['bring'], 'pasteLines'>
  },
  replica: Pick<Replica, 'observe'>,
  clock: Clock,
): BoardNotices {
  const shown = signal<BoardNotice | null>(null)
  let callOff = () => {}
  const close = () => {
    callOff()
    shown.value = null
  }
  const show = (notice: BoardNotice, forMs: number) => {
    callOff()
    shown.value = notice
    callOff = clock.after(forMs, close)
  }
  const stopBoard = board.observe((event) => {
    if (event.type === 'refused') show({ type: 'refused', reason: event.refusal.refused }, shownMs)
    if (event.type === 'uploadFailed') show({ type: 'uploadFailed', name: event.name }, shownMs)
    if (event.type === 'pasteChoice') {
      const choose = (as: 'text' | 'stickies') => {
        board.bring.pasteLines(event.lines, as, event.at)
        close()
      }
      show({ type: 'pasteChoice', lines: event.lines.length, choose }, askingMs)
    }
  })
  const stopReplica = replica.observe((event: ReplicaEvent) => {
    if (event.type !== 'skipped') return
    const takeOver = () => {
      close()
      const refusal = event.takeOver()
      if (refusal) show({ type: 'refused', reason: refusal.refused }, shownMs)
    }
    show({ type: 'skipped', count: event.fields.length, takeOver }, askingMs)
  })
  return {
    shown,
    close,
    dispose() {
      stopBoard()
      stopReplica()
      callOff()
    },
  }
}
