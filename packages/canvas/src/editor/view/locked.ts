import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import type { BoardView } from '../board-view.ts'
import { getAncestors } from './relations.ts'

/** A locked element that the user points at or clicked, for a lock icon. */
export interface LockedMark {
  readonly id: RecordId
  /** The lowest role that can unlock it. */
  readonly lock: 'editor' | 'admin'
  readonly canUnlock: boolean
  /** Clicked, not only hovered: show who can unlock it. */
  readonly clicked: boolean
  /** Bounds in page units. */
  readonly box: Box
}

export interface LockedMarks {
  readonly shown: ReadonlySignal<LockedMark | null>
  hover(id: RecordId | null): void
  click(id: RecordId | null): void
}

/**
 * The lock icon to show: of the element clicked last, else of the hovered one. `changes` reads the signals that
 * trigger a new computation.
 */
export function createLockedMarks(view: () => BoardView, changes: () => void): LockedMarks {
  const hovered = signal<RecordId | null>(null)
  const clicked = signal<RecordId | null>(null)
  const shown = computed(() => {
    const id = clicked.value ?? hovered.value
    if (id === null) return null
    changes()
    return getMark(view(), id, id === clicked.value)
  })
  return {
    shown,
    hover: (id) => void (hovered.value = id),
    click: (id) => void (clicked.value = id),
  }
}

function getMark(view: BoardView, id: RecordId, clicked: boolean): LockedMark | null {
  const { document, scene, rights } = view
  // The lock may be that of an enclosing group.
  const holder = [id, ...getAncestors(document, id)].find(
    (one) => typeof document.get(one)?.['lock'] === 'string',
  )
  const box = scene.getBounds(id)
  if (holder === undefined || !box) return null
  const lock = document.get(holder)?.['lock'] === 'admin' ? 'admin' : 'editor'
  return { id: holder, lock, canUnlock: rights.canLock(holder), clicked, box }
}
