import type { Fields } from '../document/model/change.ts'
import type { ToolApi } from './board-view.ts'
import type { KeyPress, PointerInput } from './input-events.ts'

/** Events that a tool handles. */
export interface ToolEvents {
  pointerDown: PointerInput
  /** Also without a pressed button, and when a modifier key changes. */
  pointerMove: PointerInput
  pointerUp: PointerInput
  /** Keys that are no shortcut. Escape is not passed on; it cancels. */
  keyDown: KeyPress
  /** Once per frame while the tool is active. */
  frame: { readonly nowMs: number }
}

export type ToolNeeds = 'look' | 'add' | 'change'

/** The kind that a creation tool creates, with its differences from the kind's defaults. */
export interface ElementPreset {
  readonly kind: string
  /** Name under which the last style is stored; differs from the kind if two tools create the same kind. */
  readonly styleKey: string
  readonly fields: Fields
}

/** Position of a tool in the toolbar. The order follows the list of tools. */
export interface ToolbarPosition {
  /** Groups are divided by a separator. */
  readonly group: 'move' | 'make' | 'show'
  /** Tools with the same name share a button, which shows the one used last. By default each tool has its own. */
  readonly button?: string
  /** Always visible on narrow screens; other tools move into a menu. */
  readonly narrow?: boolean
}

export interface Tool {
  readonly id: string
  readonly labelKey: string
  readonly icon: string
  readonly toolbar: ToolbarPosition
  /** Shortcuts; the first is shown. */
  readonly keys: readonly string[]
  readonly cursor: string
  readonly needs: ToolNeeds
  readonly creates: ElementPreset | undefined
  readonly inks: boolean
  readonly pansAtEdge: boolean
  start(): ToolInstance
}

/** State of an activated tool. */
export interface ToolInstance {
  /** Name of the current state, for tests and the frame loop. */
  readonly at: string
  /** Idle: needs no frames. */
  readonly isStatic: boolean
  /** A gesture is in progress. */
  readonly busy: boolean
  handle<K extends keyof ToolEvents>(type: K, event: ToolEvents[K], t: ToolApi): void
  /** Escape, a lost pointer or a tool change: cancels the gesture. True if there was one. */
  cancel(t: ToolApi): boolean
}
