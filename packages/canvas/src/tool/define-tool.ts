import type { ToolApi } from '../editor/board-view.ts'
import type { ElementPreset, Tool, ToolbarPosition, ToolEvents, ToolNeeds } from '../editor/tool.ts'

export type { Tool } from '../editor/tool.ts'

/** A tool state with its data. */
export interface ToolState {
  readonly at: string
}

/** Returns the next state; `undefined` returns to the initial state. */
export type Handler<E, S, Now extends S> = (event: E, t: ToolApi, state: Now) => S | undefined

export type StateHandlers<S, Now extends S> = {
  readonly [K in keyof ToolEvents]?: Handler<ToolEvents[K], S, Now>
}

export interface ToolDefinition<S extends ToolState> {
  readonly id: string
  /** Translation key; default `tools.<id>`. */
  readonly labelKey?: string
  /** Name of a Tabler icon. */
  readonly icon: string
  readonly toolbar: ToolbarPosition
  /** Shortcuts; the first is shown. */
  readonly keys: readonly string[]
  readonly cursor: string
  /**
   * Required permission. `look`: everyone; `add`: users who can add elements; `change`: users who can change any
   * element.
   */
  readonly needs: ToolNeeds
  /** Kind that it creates, for the style panel. */
  readonly makes?: Partial<ElementPreset> & { readonly kind: string }
  /** Freehand tool: after pen input, touch pans instead of drawing. */
  readonly inks?: boolean
  /** Dragging to the edge of the view pans. */
  readonly pansAtEdge?: boolean
  readonly initial: S
  /** States that only animate: no gesture is in progress, and shortcuts work. */
  readonly handFree?: readonly S['at'][]
  readonly states: { readonly [At in S['at']]: StateHandlers<S, Extract<S, { at: At }>> }
  /** Cleans up when the tool is deactivated or cancelled; the gesture is already undone. */
  readonly leave?: (t: ToolApi) => void
}

/** Defines a tool as a state machine: handlers receive a state and return the next one. */
export function defineTool<S extends ToolState>(definition: ToolDefinition<S>): Tool {
  const { id, icon, toolbar, keys, cursor, needs, makes, initial, states, leave } = definition
  return {
    id,
    labelKey: definition.labelKey ?? `tools.${id}`,
    icon,
    toolbar,
    keys,
    cursor,
    needs,
    creates: makes && { styleKey: makes.kind, fields: {}, ...makes },
    inks: definition.inks ?? false,
    pansAtEdge: definition.pansAtEdge ?? false,
    start() {
      let state: S = initial
      return {
        get at() {
          return state.at
        },
        get isStatic() {
          return state.at === initial.at
        },
        get busy() {
          return state.at !== initial.at && !definition.handFree?.includes(state.at)
        },
        handle(type, event, t) {
          const handlers = states[state.at as S['at']] as StateHandlers<S, S>
          const handler = handlers[type]
          if (handler) state = handler(event, t, state) ?? initial
        },
        cancel(t) {
          const had = state.at !== initial.at
          state = initial
          t.abandon()
          leave?.(t)
          return had
        },
      }
    },
  }
}
