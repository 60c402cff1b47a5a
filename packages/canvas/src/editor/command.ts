import type { BoardEdit, BoardView } from './board-view.ts'

/** A named act on the board. Menus, shortcuts and the palette read the same list. */
export interface Command {
  readonly id: string
  /** Translation key: `commands.<id>`. */
  readonly labelKey: string
  /** Name of a Tabler icon. */
  readonly icon?: string
  /** Shortcuts such as `Mod+Shift+G`; the first is shown. */
  readonly keys: readonly string[]
  /** The browser turns these keys into an event of its own (copy, cut, paste), which the host answers. */
  readonly native?: boolean
  /** It changes what is selected: where that is refused, it can be suggested. */
  readonly suggests?: boolean
  /** Does it make sense now? What does not is shown disabled and its key does nothing. */
  when(view: BoardView): boolean
  run(edit: BoardEdit): void
}
