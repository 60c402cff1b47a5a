import { computed } from '@preact/signals-core'
import { getColour } from '../people.ts'
import type { BoardParts } from './board-parts.ts'
import type { EditParts } from './edit-parts.ts'
import type { EditorOptions } from './editor-options.ts'
import { Input } from './input/input.ts'
import { createKeyboard } from './input/keyboard.ts'
import { createOverlayModel } from './view/overlay-model.ts'
import { createPresence } from './view/presence.ts'

/** Pointer and keyboard input, presence and overlay. */
export function createInputParts(options: EditorOptions, board: BoardParts, editing: EditParts) {
  const { camera, clock, drawn, selection, following } = board
  const { runner, text, naming, edit, actions, view } = editing
  const input = new Input({
    camera,
    runner,
    clock,
    eraserId: options.defaults.eraserTool,
    endTyping() {
      text.stop()
      naming.finish()
    },
    undo: edit.undo,
    redo: edit.redo,
    contextMenu: actions.contextMenu,
  })
  const keyboard = createKeyboard({
    tools: options.tools,
    commands: options.commands,
    runner,
    input,
    view,
    run: actions.run,
    canUse: actions.canUse,
    letterKeys: options.letterKeys,
    editSelected() {
      const [only, more] = selection.ids.peek()
      if (only === undefined || more !== undefined) return false
      if (!options.typeToEdit() || runner.active.peek() !== options.defaults.restTool) return false
      return text.canType(only) && text.start(only)
    },
    stepBack() {
      if (following.peek() === null) return actions.stepBack()
      following.value = null
      return true
    },
  })
  const presence = createPresence({
    port: options.presence,
    drawn,
    clock,
    page: board.pages.current,
    cursor: computed(() => (input.at.value ? camera.toPage(input.at.value) : null)),
    view: camera.visible,
    selection: selection.ids,
    tool: runner.active,
    caret: text.caret,
  })
  const overlay = createOverlayModel({
    view,
    drawn,
    selection: selection.ids,
    isSelected: selection.has,
    clock,
    hovered: board.hovered,
    tool: board.toolOverlay,
    device: input.device,
    hidden: board.marksHidden,
    cropping: board.cropping.current,
    typing: text.typing,
    visible: camera.visible,
    grid: board.grid,
    isPointed: computed(() => input.at.value !== null),
    find: editing.find.result,
    others: presence.others,
    trails: presence.trails,
    ownColour: getColour(options.replica.actor.peek().uid),
  })
  return { input, keyboard, presence, overlay }
}
