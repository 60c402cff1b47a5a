import { batch } from '@preact/signals-core'
import { canDryRun } from '../actions/dry-run.ts'
import type { Command } from '../command.ts'
import type { Tool } from '../tool.ts'
import type { BoardView } from '../board-view.ts'
import type { Input } from './input.ts'
import type { KeyPress } from '../input-events.ts'
import { findByKey, parseKeys, type KeyBinding } from './keys.ts'
import type { ToolRunner } from './tool-runner.ts'

export interface KeyboardParts {
  readonly tools: readonly Tool[]
  readonly commands: readonly Command[]
  readonly runner: ToolRunner
  readonly input: Input
  readonly view: BoardView
  readonly run: (command: Command) => void
  readonly canUse: (tool: Tool) => boolean
  readonly letterKeys: () => boolean
  /** Opens the text of the selected element, if there is exactly one and it can be typed in. True if it did. */
  readonly editSelected: () => boolean
  /** Escape without a gesture: leaves the tool, the group or the selection. True if it did. */
  readonly stepBack: () => boolean
}

export interface Keyboard {
  /** True if the key was handled, so that the browser must not act on it. */
  key(press: KeyPress): boolean
}

/** Key names of a dead key and of a key that an input method handles. */
const composed: ReadonlySet<string> = new Set(['Dead', 'Process'])

/**
 * A letter, a digit or a composed character. Symbols and Shift with a digit stay shortcuts: which of them a key
 * gives depends on the layout.
 */
function isTyped({ key, modifiers }: KeyPress): boolean {
  if (modifiers.mod || modifiers.alt) return false
  return composed.has(key) || (modifiers.shift ? /^\p{L}$/u : /^[\p{L}\p{N}]$/u).test(key)
}

/** Handles key events while no text is edited. */
export function createKeyboard(parts: KeyboardParts): Keyboard {
  const { runner, input, view } = parts
  const bind = (keys: readonly string[]): KeyBinding[] => keys.map(parseKeys)
  const commandKeys = parts.commands.map((command) => ({ keys: bind(command.keys), item: command }))
  const toolKeys = parts.tools.map((tool) => ({ keys: bind(tool.keys), item: tool }))

  const escape = (): boolean => runner.cancel() || parts.stepBack()

  const down = (press: KeyPress): boolean => {
    if (press.key === 'Escape') return escape()
    if (press.key === 'Shift' || press.key === 'Alt' || press.key === 'Control' || press.key === 'Meta') {
      input.modifiers(press.modifiers)
      return false
    }
    if (press.key === ' ' && !press.modifiers.mod) {
      input.holdSpace(true)
      return true
    }
    // Shortcuts do not interrupt a gesture.
    if (runner.busy.peek()) {
      runner.handle('keyDown', press)
      return true
    }
    const plain = press.key.length === 1 && !press.modifiers.mod && !press.modifiers.alt
    if (plain && !parts.letterKeys()) return false
    // Not handled: the browser inserts the character into the text box that has just got focus, so that every
    // keyboard layout and input method works.
    if (isTyped(press) && parts.editSelected()) return false
    const command =
      findByKey(commandKeys, press, (item) => !item.native && item.when(view)) ??
      findByKey(commandKeys, press, (item) => canDryRun(item, view))
    if (command) {
      parts.run(command)
      return true
    }
    const tool = press.repeat ? undefined : findByKey(toolKeys, press, parts.canUse)
    if (tool) {
      runner.set(tool.id)
      return true
    }
    if (press.key !== 'Enter') return false
    runner.handle('keyDown', press)
    return true
  }

  return {
    key: (press) =>
      batch(() => {
        if (press.type === 'down') return down(press)
        if (press.key === ' ') input.holdSpace(false)
        else input.modifiers(press.modifiers)
        return false
      }),
  }
}
