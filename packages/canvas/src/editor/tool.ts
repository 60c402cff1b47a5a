import type { Fields } from '../document/model/change.ts'
import type { ToolApi } from './board-view.ts'
import type { KeyPress, PointerInput } from './input-events.ts'

/** What can happen to a tool. */
export interface ToolEvents {
  pointerDown: PointerInput
  /** Also without a button, and again when a modifier key changes. */
  pointerMove: PointerInput
  pointerUp: PointerInput
  /** A key that is no shortcut of its own; Escape never comes here, it cancels. */
  keyDown: KeyPress
  /** Once per frame while the tool is not at rest. */
  frame: { readonly nowMs: number }
}

export type ToolNeeds = 'look' | 'add' | 'change'

/** What a creating tool makes: a kind, and how it differs from the kind's defaults. */
export interface ElementPreset {
  readonly kind: string
  /** Under which name the chosen style is remembered; the kind's unless two tools make one kind. */
  readonly styleKey: string
  readonly fields: Fields
}

/** A tool as the editor runs it, its states hidden. */
/** Where a tool stands on the toolbar; the list of tools gives the order. */
export interface ToolbarPlace {
  /** Between two groups stands a rule. */
  readonly group: 'move' | 'make' | 'show'
  /** Tools of the same button share it; the last used one stands there. By itself each has its own. */
  readonly button?: string
  /** Stays on a narrow screen; the others are behind one button there. */
  readonly narrow?: boolean
}

export interface Tool {
  readonly id: string
  readonly labelKey: string
  readonly icon: string
  readonly toolbar: ToolbarPlace
  /** Shortcuts; the first is shown. */
  readonly keys: readonly string[]
  readonly cursor: string
  readonly needs: ToolNeeds
  readonly creates: ElementPreset | undefined
  readonly inks: boolean
  readonly pushesEdge: boolean
  start(): ToolRun
}

/** One taking-up of a tool. */
export interface ToolRun {
  /** Name of its state, for tests and for the frame loop. */
  readonly at: string
  /** Nothing is under way, and no frames are needed. */
  readonly isStatic: boolean
  /** A gesture is in progress. */
  readonly busy: boolean
  handle<K extends keyof ToolEvents>(type: K, event: ToolEvents[K], t: ToolApi): void
  /** Escape, a lost pointer, another tool: the gesture is undone and the tool rests. True if there was one. */
  cancel(t: ToolApi): boolean
}
