import { batch, effect, type ReadonlySignal } from '@preact/signals-core'
import type { RecordId } from '../document/model/record.ts'
import { BoardEvents, createBoardParts } from './board-parts.ts'
import { createEditParts, type LateBoundParts } from './edit-parts.ts'
import type { EditorOptions } from './editor-options.ts'
import { createInputParts } from './input-parts.ts'
import type { Tool } from './tool.ts'
import { LateBound } from './late-bound.ts'
import type { TextCaret } from './board-ports.ts'
import { findCaretMark, type CaretMark } from './view/text-carets.ts'

export type Editor = ReturnType<typeof createEditor>

/** Creates and connects the parts of the editor. Callers use the parts directly. */
export function createEditor(options: EditorOptions) {
  const { replica } = options
  const events = new BoardEvents()
  const later: LateBoundParts = {
    input: new LateBound(),
    presence: new LateBound(),
    overlay: new LateBound(),
  }
  const board = createBoardParts(options)
  const editing = createEditParts(options, board, events, later)
  const { runner, text, naming, actions } = editing
  const stopActive = effect(() => {
    void runner.active.value
    board.activeTool.value = runner.tool
  })
  const { input, keyboard, presence, overlay } = createInputParts(options, board, editing)
  later.input.set(input)
  later.presence.set(presence)
  later.overlay.set(overlay)
  const stopRefusals = replica.observeRefusals((refusal) => events.emit({ type: 'refused', refusal }))
  const stopRole = effect(() => {
    void replica.actor.value
    if (!actions.canUse(runner.tool)) runner.set(options.defaults.restTool)
  })
  const { clock, drawn, scene, camera, selection, pages, styles } = board
  const caretParts = {
    document: drawn,
    shapes: board.shapes,
    scene,
    visible: () => camera.visible.peek(),
    getEdited: () => text.typing.peek()?.id,
  }
  return {
    clock,
    shapes: board.shapes,
    drawn,
    scene,
    camera,
    selection,
    pages,
    hovered: board.hovered as ReadonlySignal<RecordId | null>,
    cursor: board.cursor as ReadonlySignal<string>,
    marksHidden: board.marksHidden,
    grid: board.grid,
    snapOn: board.snapOn as ReadonlySignal<boolean>,
    active: board.activeTool as ReadonlySignal<Tool | undefined>,
    text,
    naming,
    styles,
    runner,
    input,
    keyboard,
    following: board.following,
    overlay: overlay.overlay,
    findCaret: (caret: TextCaret): CaretMark | undefined => findCaretMark(caretParts, caret),
    locked: editing.locked.shown,
    suggesting: editing.suggesting,
    view: editing.view,
    edit: editing.edit,
    find: editing.find,
    clipboard: editing.clipboard,
    snapping: board.snapping,
    insertParts: editing.insertParts,
    actions,
    command: (id: string) => options.commands.find((command) => command.id === id),
    observe: events.observe,
    dispose(): void {
      batch(() => {
        runner.cancel()
        text.stop()
        naming.finish()
        editing.find.dispose()
        camera.flush()
      })
      for (const stop of [stopRefusals, stopRole, stopActive, editing.stopRevisions]) stop()
      for (const part of [presence, overlay, styles, pages, selection, scene, drawn, clock]) part.dispose()
      events.clear()
    },
  }
}
