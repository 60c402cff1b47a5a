import { belongsElsewhere, getModifiers, rawPointer, rawWheel } from './dom-events.ts'
import type { BoardPage } from './board-page.ts'

/** Pointers and wheels over the board. */
export function listenToPointers(page: BoardPage): void {
  const { host, editor, apple } = page
  const { input } = editor
  page.onHost('pointerdown', (event) => {
    if (event.button === 1) event.preventDefault()
    host.focus({ preventScroll: true })
    try {
      host.setPointerCapture(event.pointerId)
    } catch {
      // The pointer is gone already (a pen lifted in the same moment); its `up` will not come, nor be missed.
    }
    input.pointer(rawPointer(event, 'down', page.getFrame(), apple))
  })
  // The browser would give the keyboard to the board after a press that has just opened a text.
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
    // The editor itself detects long presses.
    if (event.pointerType !== 'touch') input.contextMenu(page.toView(event))
  })
  // Lifting the finger that held the menu open would click what has come up under it.
  page.onHost(
    'touchend',
    (event) => {
      if (input.menuIsHeld && event.cancelable) event.preventDefault()
    },
    { passive: false },
  )
}

/** Safari reports a pinch on the trackpad by events of its own instead of a wheel with Ctrl. */
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
