import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Tool, ToolEvents, ToolInstance } from '../tool.ts'
import type { ToolApi } from '../board-view.ts'
import type { Clock } from '../clock.ts'

export interface ToolRunner {
  readonly active: ReadonlySignal<string>
  /** Tool lock: a creation tool stays active after use. */
  readonly locked: ReadonlySignal<boolean>
  /** A gesture is in progress. */
  readonly busy: ReadonlySignal<boolean>
  readonly tool: Tool
  toggleLock(): void
  set(id: string): void
  /** Activates a tool temporarily, until `set` or `endLoan`: the eraser while the eraser end of a pen touches. */
  setTemporary(id: string): void
  endTemporary(): void
  handle<K extends keyof ToolEvents>(type: K, event: ToolEvents[K]): void
  /** True if a gesture was cancelled. */
  cancel(): boolean
}

export interface ToolRunnerParts {
  readonly tools: readonly Tool[]
  /** The default tool, which becomes active after creating an element. */
  readonly restId: string
  readonly verbs: ToolApi
  readonly clock: Clock
  readonly canUse: (tool: Tool) => boolean
  /** Called every frame while a tool is busy, before the tool. */
  readonly onFrame: () => void
  readonly onCursor: (css: string) => void
}

/** Runs the active tool. An exception in a tool cancels its gesture only. */
export function createToolRunner(parts: ToolRunnerParts): ToolRunner {
  const { tools, restId, verbs, clock } = parts
  const find = (id: string): Tool | undefined => tools.find((tool) => tool.id === id)
  let tool = find(restId)!
  let run: ToolInstance = tool.start()
  let previousTool: string | undefined
  let framePending = false
  const active = signal(restId)
  const locked = signal(false)
  const busy = signal(false)

  const settle = (): void => {
    busy.value = run.busy
    if (run.isStatic || framePending) return
    framePending = true
    clock.frame((nowMs) => {
      framePending = false
      if (run.isStatic) return
      parts.onFrame()
      runner.handle('frame', { nowMs })
    })
  }
  const take = (next: Tool): void => {
    run.cancel(verbs)
    tool = next
    run = tool.start()
    active.value = tool.id
    parts.onCursor(tool.cursor)
    settle()
  }

  const runner: ToolRunner = {
    active,
    locked,
    busy,
    get tool() {
      return tool
    },
    toggleLock() {
      locked.value = !locked.peek()
    },
    set(id) {
      const next = find(id)
      previousTool = undefined
      if (next && parts.canUse(next)) take(next)
    },
    setTemporary(id) {
      const next = find(id)
      if (!next || next === tool || !parts.canUse(next)) return
      const from = tool.id
      take(next)
      previousTool = from
    },
    endTemporary() {
      if (previousTool !== undefined) runner.set(previousTool)
    },
    handle(type, event) {
      try {
        run.handle(type, event, verbs)
      } catch (error) {
        run.cancel(verbs)
        throw error
      } finally {
        settle()
      }
    },
    cancel() {
      const had = run.cancel(verbs)
      parts.onCursor(tool.cursor)
      settle()
      return had
    },
  }
  return runner
}
