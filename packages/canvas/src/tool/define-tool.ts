import type { ToolApi } from '../editor/board-view.ts'
import type { ElementPreset, Tool, ToolbarPlace, ToolEvents, ToolNeeds } from '../editor/tool.ts'

export type { Tool } from '../editor/tool.ts'

/** A tool's state: a name and the data that travels with it. */
export interface ToolState {
  readonly at: string
}

/** Answers the next state; `undefined` means at rest again. */
export type Handler<E, S, Now extends S> = (event: E, t: ToolApi, state: Now) => S | undefined

export type StateHandlers<S, Now extends S> = {
  readonly [K in keyof ToolEvents]?: Handler<ToolEvents[K], S, Now>
}

export interface ToolDefinition<S extends ToolState> {
  readonly id: string
  /** Translation key; `tools.<id>` unless said otherwise. */
  readonly labelKey?: string
  /** Name of a Tabler icon. */
  readonly icon: string
  readonly toolbar: ToolbarPlace
  /** Shortcuts; the first is shown. */
  readonly keys: readonly string[]
  readonly cursor: string
  /** `look` is for everybody, `add` for those who may add elements, `change` for those who may change any. */
  readonly needs: ToolNeeds
  /** What it makes, for the style panel. */
  readonly makes?: Partial<ElementPreset> & { readonly kind: string }
  /** Draws freehand: once a stylus was used, fingers pan the page instead. */
  readonly inks?: boolean
  /** A drag to the edge of the view pushes the page. */
  readonly pushesEdge?: boolean
  readonly initial: S
  /** States that only animate: no gesture is in progress, and shortcuts work as usual. */
  readonly handFree?: readonly S['at'][]
  readonly states: { readonly [At in S['at']]: StateHandlers<S, Extract<S, { at: At }>> }
  /** Tidies up what the tool showed when it is put away or cancelled; the gesture itself is undone already. */
  readonly leave?: (t: ToolApi) => void
}

/** A tool is states as data; a handler takes one and answers the next. */
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
    pushesEdge: definition.pushesEdge ?? false,
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
