import { batch } from '@preact/signals-core'
import type { Command } from './command.ts'
import type { Vec } from '../geometry/vec.ts'
import type { Tool } from './tool.ts'
import type { BoardEdit, BoardView } from './board-view.ts'
import type { EditorParts } from './parts.ts'

/** What the editor itself does with keys, menus and rights, beside tools and commands. */
export function createActs(parts: EditorParts, view: BoardView, edit: () => BoardEdit) {
  const { selection, text, options, camera } = parts

  const mayUse = (tool: Tool): boolean => {
    if (tool.needs === 'look') return true
    const { ability } = view.rights
    return ability !== 'viewer' && ability !== 'commenter'
  }
  return {
    mayUse,
    run(command: Command): void {
      if (!command.when(view)) return
      batch(() => {
        parts.runner().cancel()
        command.run(edit())
      })
    },
    /** A letter over one selected element that takes typing starts its text. */
    typeInto(letter: string): boolean {
      const [id, more] = selection.ids.peek()
      if (id === undefined || more !== undefined || parts.runner().tool.id !== options.roles.restTool)
        return false
      const record = view.document.get(id)
      const takes = record && parts.shapes.get(record.kind)?.edit?.takesTyping === true
      return takes === true && text.canType(id) && text.start(id, { type: 'typed', text: letter })
    },
    /** One step out: of the tool, of the group, of the selection. */
    stepBack(): boolean {
      const runner = parts.runner()
      const inside = selection.insideGroup.peek()
      if (runner.tool.id !== options.roles.restTool) runner.set(options.roles.restTool)
      else if (inside !== null) {
        selection.enter(null)
        selection.set([inside])
      } else if (selection.ids.peek().length > 0) selection.set([])
      else return false
      return true
    },
    /** Selects what is under the point, locked or not, and lets the screen show its menu. */
    contextMenu(at: Vec): void {
      const unit = 1 / camera.state.peek().zoom
      const [hit] = view.scene.hits(view.page, camera.toPage(at), 4 * unit)
      batch(() => {
        const picked = hit === undefined ? undefined : selection.pick(hit)
        if (picked === undefined) selection.set([])
        else if (!selection.ids.peek().includes(picked)) selection.set([picked])
        parts.emit({ type: 'contextMenu', at })
      })
    },
  }
}

export type Acts = ReturnType<typeof createActs>
