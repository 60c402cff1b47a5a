import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { ExportFormat } from './files/export-choice.ts'
import { findOpener } from './reading/opener.ts'

/** Dialogs over the board; one can be open at a time. */
export type BoardDialog =
  | { readonly type: 'palette' }
  | { readonly type: 'help' }
  | { readonly type: 'health' }
  | { readonly type: 'connect' }
  /** `list` opens the member list instead of the invitation. */
  | { readonly type: 'members'; readonly list?: boolean }
  | { readonly type: 'rename' }
  | { readonly type: 'slides' }
  | { readonly type: 'logout' }
  | { readonly type: 'export'; readonly as: ExportFormat }
  /** `since` marks the changes after that version; `record` lists only the changes of this element. */
  | { readonly type: 'history'; readonly since: number | null; readonly record?: string }

/** UI state shared by several components around the board. */
export interface BoardUi {
  readonly dialog: ReadonlySignal<BoardDialog | null>
  /** The interface is hidden; only the board is visible. */
  readonly focusMode: ReadonlySignal<boolean>
  /** Time of the user's previous visit, so that the history can mark what changed since. */
  readonly lastVisit: Signal<number | null>
  /** The panel "While you were away": opened by the user, or automatically because a decision is pending. */
  readonly missedPanel: Signal<'by-hand' | 'by-itself' | null>
  /** Number of the opening of the find panel, so that each one selects its field again; null while closed. */
  readonly find: Signal<number | null>
  /** Whether the map of the page is shown. */
  readonly minimap: Signal<boolean>
  /** The editor for links was asked for, and its panel is not open yet. */
  readonly linkEditor: Signal<boolean>
  /** Whether the library of drawings to place is shown. */
  readonly stamps: Signal<boolean>
  /** The text searched for last on this board. */
  readonly lastSearch: Signal<string>
  /** Changes that other people made while the user was away, until they were reviewed or dismissed. */
  readonly missedChanges: Signal<MissedChanges | null>
  open(dialog: BoardDialog): void
  /** Closes the dialog and returns the control that opened it by keyboard, if any. */
  close(): HTMLElement | null
  openFind(): void
  toggleMinimap(): void
  toggleStamps(): void
  toggleFocusMode(): void
}

export interface MissedChanges {
  /** Sequence number of the last version that the user has seen. */
  readonly seen: number
  /** Sequence number of the current version. */
  readonly head: number
  readonly uids: readonly string[]
  /** Their names, joined to one phrase. */
  readonly people: string
}

export function createBoardUi(): BoardUi {
  const dialog = signal<BoardDialog | null>(null)
  const focusMode = signal(false)
  const find = signal<number | null>(null)
  const minimap = signal(false)
  const stamps = signal(false)
  let opened = 0
  let opener: HTMLElement | null = null
  return {
    find,
    minimap,
    linkEditor: signal(false),
    stamps,
    lastSearch: signal(''),
    openFind() {
      stamps.value = false
      find.value = ++opened
    },
    dialog,
    focusMode,
    lastVisit: signal<number | null>(null),
    missedPanel: signal<'by-hand' | 'by-itself' | null>(null),
    missedChanges: signal<MissedChanges | null>(null),
    open(next) {
      opener = findOpener()
      dialog.value = next
    },
    close() {
      dialog.value = null
      return opener
    },
    toggleStamps() {
      // Both have their place on the right.
      find.value = null
      stamps.value = !stamps.peek()
    },
    toggleMinimap: () => void (minimap.value = !minimap.peek()),
    toggleFocusMode: () => void (focusMode.value = !focusMode.peek()),
  }
}
