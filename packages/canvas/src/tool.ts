import type { ToolVerbs } from './editor/board-view.ts'
import type { KeyPress, PointerInput } from './editor/input-events.ts'

/** A tool's state: a name and the data that travels with it. */
export interface ToolState {
  readonly at: string
}

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

/** Answers the next state; `undefined` means at rest again. */
export type Handler<E, S, Now extends S> = (event: E, t: ToolVerbs, state: Now) => S | undefined

export type StateHandlers<S, Now extends S> = {
  readonly [K in keyof ToolEvents]?: Handler<ToolEvents[K], S, Now>
}

export interface ToolDefinition<S extends ToolState> {
  readonly id: string
  /** Translation key; `tools.<id>` unless said otherwise. */
  readonly labelKey?: string
  /** Name of a Tabler icon. */
  readonly icon: string
  /** Shortcuts; the first is shown. */
  readonly keys: readonly string[]
  readonly cursor: string
  /** `look` is for everybody, `add` for those who may add elements, `change` for those who may change any. */
  readonly needs: 'look' | 'add' | 'change'
  /** Kind of element it makes, for the style panel. */
  readonly makes?: string
  /** Draws with the hand: once a pen was seen, fingers push the page instead. */
  readonly inks?: boolean
  /** A drag to the edge of the view pushes the page. */
  readonly pushesEdge?: boolean
  readonly initial: S
  readonly states: { readonly [At in S['at']]: StateHandlers<S, Extract<S, { at: At }>> }
  /** Tidies up what the tool showed when it is put away or cancelled; the gesture itself is undone already. */
  readonly leave?: (t: ToolVerbs) => void
}

/** A tool as the editor runs it, its states hidden. */
export interface Tool {
  readonly id: string
  readonly labelKey: string
  readonly icon: string
  readonly keys: readonly string[]
  readonly cursor: string
  readonly needs: 'look' | 'add' | 'change'
  readonly makes: string | undefined
  readonly inks: boolean
  readonly pushesEdge: boolean
  start(): ToolRun
}

/** One taking-up of a tool. */
export interface ToolRun {
  /** Name of its state, for tests and for the frame loop. */
  readonly at: string
  readonly resting: boolean
  handle<K extends keyof ToolEvents>(type: K, event: ToolEvents[K], t: ToolVerbs): void
  /** Escape, a lost pointer, another tool: the gesture is undone and the tool rests. True if there was one. */
  cancel(t: ToolVerbs): boolean
}

/** A tool is states as data; a handler takes one and answers the next. */
export function defineTool<S extends ToolState>(definition: ToolDefinition<S>): Tool {
  const { id, icon, keys, cursor, needs, initial, states, leave } = definition
  return {
    id,
    labelKey: definition.labelKey ?? `tools.${id}`,
    icon,
    keys,
    cursor,
    needs,
    makes: definition.makes,
    inks: definition.inks ?? false,
    pushesEdge: definition.pushesEdge ?? false,
    start() {
      let state: S = initial
      return {
        get at() {
          return state.at
        },
        get resting() {
          return state.at === initial.at
        },
        handle(type, event, t) {
          const handlers = states[state.at as S['at']] as StateHandlers<S, S>
          const handler = handlers[type] as Handler<typeof event, S, S> | undefined
          if (handler) state = handler(event, t, state) ?? initial
        },
        cancel(t) {
          const had = state.at !== initial.at
          state = initial
          t.abandon()
          t.overlay(null)
          leave?.(t)
          return had
        },
      }
    },
  }
}
