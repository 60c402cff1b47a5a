import type { BoardEdit, BoardView } from './board-view.ts'

/** A named board action. Menus, shortcuts and the palette use the same list. */
export interface Command {
  readonly id: string
  /** Translation key: `commands.<id>`. */
  readonly labelKey: string
  /** Name of a Tabler icon. */
  readonly icon?: string
  /** Shortcuts such as `Mod+Shift+G`; the first is shown. */
  readonly keys: readonly string[]
  /** The browser turns these keys into an event of its own (copy, cut, paste) that the host handles. */
  readonly native?: boolean
  /** The command changes the selection; if that is refused, the change can be suggested. */
  readonly suggests?: boolean
  /** Whether the command is available. If not, it is shown disabled and its shortcut does nothing. */
  when(view: BoardView): boolean
  run(edit: BoardEdit): void
}
