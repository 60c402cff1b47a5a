import { belongsElsewhere, getModifiers, rawPointer, rawWheel } from './dom-events.ts'
import type { BoardPage } from './board-page.ts'

/** Pointer and wheel events of the board. */
export function listenToPointers(page: BoardPage): void {
  const { host, editor, apple } = page
  const { input } = editor
  page.onHost('pointerdown', (event) => {
    if (event.button === 1) event.preventDefault()
    host.focus({ preventScroll: true })
    try {
      host.setPointerCapture(event.pointerId)
    } catch {
      // The pointer is already released, so capturing it fails; that is harmless.
    }
    input.pointer(rawPointer(event, 'down', page.getFrame(), apple))
  })
  // Otherwise the browser would move focus from a text box that this press opens to the board.
  page.onHost('mousedown', (event) => {
    if (!belongsElsewhere(event.target)) event.preventDefault()
  })
  for (const type of ['move', 'up', 'cancel', 'leave'] as const)
    page.onHost(`pointer${type}`, (event) => input.pointer(rawPointer(event, type, page.getFrame(), apple)))
  page.onHost(
    'wheel',
    (event) => {
      event.preventDefault()
      input.wheel(rawWheel(event, page.getFrame(), apple))
    },
    { passive: false },
  )
  page.onHost('contextmenu', (event) => {
    event.preventDefault()
    // Long presses are detected by the editor.
    if (event.pointerType !== 'touch') input.contextMenu(page.toView(event))
  })
  // Otherwise releasing the finger would click the menu that opened under it.
  page.onHost(
    'touchend',
    (event) => {
      if (input.menuIsHeld && event.cancelable) event.preventDefault()
    },
    { passive: false },
  )
}

/** Safari reports trackpad pinches as gesture events instead of wheel events with Ctrl. */
export function listenToPinch(page: BoardPage): void {
  const { host, editor, apple, signal } = page
  let scale = 1
  const turn = (event: Event): void => {
    event.preventDefault()
    const pinch = event as MouseEvent & { readonly scale: number }
    if (event.type === 'gesturechange') {
      const dy = -Math.log(pinch.scale / scale) * 100
      const modifiers = getModifiers(pinch, apple)
      editor.input.wheel({ at: page.toView(pinch), dx: 0, dy, pinch: true, modifiers })
    }
    scale = event.type === 'gesturestart' ? 1 : pinch.scale
  }
  for (const type of ['gesturestart', 'gesturechange', 'gestureend'])
    host.addEventListener(type, turn, { signal, passive: false })
}
