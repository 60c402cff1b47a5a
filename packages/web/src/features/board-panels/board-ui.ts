import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { ExportFormat } from './files/export-choice.ts'

/** What can be open over the board: one at a time. */
export type BoardDialog =
  | { readonly type: 'palette' }
  | { readonly type: 'help' }
  /** `list`: with the members in front, not the invitation. */
  | { readonly type: 'members'; readonly list?: boolean }
  | { readonly type: 'rename' }
  | { readonly type: 'slides' }
  | { readonly type: 'logout' }
  | { readonly type: 'export'; readonly as: ExportFormat }
  /** `since`: what changed after that version is marked. `record`: only what changed this element. */
  | { readonly type: 'history'; readonly since: number | null; readonly record?: string }

/** What is open around the board, read by more than one part of the chrome. */
export interface BoardUi {
  readonly dialog: ReadonlySignal<BoardDialog | null>
  /** Everything but the board is hidden. */
  readonly focusMode: ReadonlySignal<boolean>
  /** The moment of one's visit before this one, where there was one: history can mark what changed since. */
  readonly lastVisit: Signal<number | null>
  /** The panel "While you were away": opened by the person, or by itself because something has to be decided. */
  readonly away: Signal<'by-hand' | 'by-itself' | null>
  /** Number of the opening of the find panel, so that each one selects its field again; null while closed. */
  readonly find: Signal<number | null>
  /** Whether the map of the page is shown. */
  readonly minimap: Signal<boolean>
  /** The text searched for last on this board. */
  readonly lastSearch: Signal<string>
  /** What others changed while this person was away, until it has been looked at or put away. */
  readonly news: Signal<MissedChanges | null>
  open(dialog: BoardDialog): void
  close(): void
  openFind(): void
  toggleMinimap(): void
  toggleFocusMode(): void
}

export interface MissedChanges {
  /** The last moment that this person has seen. */
  readonly seen: number
  /** The present one. */
  readonly head: number
  readonly uids: readonly string[]
  /** Their names as one phrase. */
  readonly people: string
}

export function createBoardUi(): BoardUi {
  const dialog = signal<BoardDialog | null>(null)
  const focusMode = signal(false)
  const find = signal<number | null>(null)
  const minimap = signal(false)
  let opened = 0
  return {
    find,
    minimap,
    lastSearch: signal(''),
    openFind: () => void (find.value = ++opened),
    dialog,
    focusMode,
    lastVisit: signal<number | null>(null),
    away: signal<'by-hand' | 'by-itself' | null>(null),
    news: signal<MissedChanges | null>(null),
    open: (next) => void (dialog.value = next),
    close: () => void (dialog.value = null),
    toggleMinimap: () => void (minimap.value = !minimap.peek()),
    toggleFocusMode: () => void (focusMode.value = !focusMode.peek()),
  }
}
