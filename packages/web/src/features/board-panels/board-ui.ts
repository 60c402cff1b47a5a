import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { ExportFormat } from './files/export-choice.ts'

/** What can lie over the board: one at a time. */
export type BoardDialog =
  | { readonly type: 'palette' }
  | { readonly type: 'help' }
  /** `list`: with the members in front, not the invitation. */
  | { readonly type: 'members'; readonly list?: boolean }
  | { readonly type: 'rename' }
  | { readonly type: 'logout' }
  | { readonly type: 'export'; readonly as: ExportFormat }
  /** `since`: what changed after that moment is marked. */
  | { readonly type: 'history'; readonly since: number | null }

/** What is open around the board, read by more than one part of the chrome. */
export interface BoardUi {
  readonly dialog: ReadonlySignal<BoardDialog | null>
  /** Everything but the board is hidden. */
  readonly focusMode: ReadonlySignal<boolean>
  /** The moment of one's visit before this one, where there was one: history can mark what changed since. */
  readonly lastVisit: Signal<number | null>
  open(dialog: BoardDialog): void
  close(): void
  toggleFocusMode(): void
}

export function createBoardUi(): BoardUi {
  const dialog = signal<BoardDialog | null>(null)
  const focusMode = signal(false)
  return {
    dialog,
    focusMode,
    lastVisit: signal<number | null>(null),
    open: (next) => void (dialog.value = next),
    close: () => void (dialog.value = null),
    toggleFocusMode: () => void (focusMode.value = !focusMode.peek()),
  }
}
