import type { BoardPage } from './board-page.ts'
import { belongsElsewhere, keyPress } from './dom-events.ts'

/**
 * Keys that a focused control beside the board handles itself, and keys that must not act on the selection from
 * there.
 */
const keysOfControls: ReadonlySet<string> = new Set([
  'Enter',
  ' ',
  'Tab',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Backspace',
  'Delete',
])

/** Handles keys unless a control outside of the board has focus. */
export function listenToKeys(page: BoardPage): void {
  const { host, editor, apple } = page
  const { input, keyboard } = editor
  page.onWindow('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || belongsElsewhere(event.target)) return
    const isBeside =
      event.target instanceof Node && event.target !== document.body && !host.contains(event.target)
    if (isBeside && keysOfControls.has(event.key)) return
    if (keyboard.key(keyPress(event, 'down', apple))) event.preventDefault()
  })
  page.onWindow('keyup', (event) => void keyboard.key(keyPress(event, 'up', apple)))
  page.onWindow('blur', () => input.holdSpace(false))
}
