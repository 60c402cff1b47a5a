import { effect } from '@preact/signals-core'
import type { Editor } from '../editor/editor.ts'
import { getContent } from './dom-clipboard.ts'
import { belongsElsewhere, isApple, keyPress, getModifiers, rawPointer, rawWheel } from './dom-events.ts'

/** Keys that mean something to a focused button or link beside the board, or that must not reach past it to the selection. */
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

export interface DomInputParts {
  readonly host: HTMLElement
  readonly editor: Editor
  /** Files that are no pictures, dropped or pasted. */
  readonly openFiles: (
    files: readonly { readonly blob: Blob; readonly name: string }[],
    at: { x: number; y: number },
  ) => void
}

/** Turns what happens on the page into what the editor understands. Answers how to stop. */
export function listenToPage({ host, editor, openFiles }: DomInputParts): () => void {
  const apple = isApple()
  const ended = new AbortController()
  const { signal } = ended
  const { input, keyboard, clipboard } = editor
  const frame = (): DOMRect => host.getBoundingClientRect()
  const onHost = <K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ): void => host.addEventListener(type, handle, { signal, ...options })

  listenToPointers()
  listenToKeys()
  listenToTransfer()
  listenToPinch()
  const resizes = new ResizeObserver(() => measure())
  resizes.observe(host)
  measure()
  const stopCursor = effect(() => {
    host.style.cursor = input.panning.value ? 'grabbing' : editor.cursor.value
  })
  // The browser must not pan, zoom or select by itself.
  host.style.touchAction = 'none'
  host.style.userSelect = 'none'

  return () => {
    ended.abort()
    resizes.disconnect()
    stopCursor()
  }

  function measure(): void {
    editor.camera.resize({ w: host.clientWidth, h: host.clientHeight })
  }

  function listenToPointers(): void {
    onHost('pointerdown', (event) => {
      if (event.button === 1) event.preventDefault()
      host.focus({ preventScroll: true })
      try {
        host.setPointerCapture(event.pointerId)
      } catch {
        // The pointer is gone already (a pen lifted in the same moment); its `up` will not come, nor be missed.
      }
      input.pointer(rawPointer(event, 'down', frame(), apple))
    })
    // The browser would give the keyboard to the board after a press that has just opened a text.
    onHost('mousedown', (event) => {
      if (!belongsElsewhere(event.target)) event.preventDefault()
    })
    onHost('pointermove', (event) => input.pointer(rawPointer(event, 'move', frame(), apple)))
    onHost('pointerup', (event) => input.pointer(rawPointer(event, 'up', frame(), apple)))
    onHost('pointercancel', (event) => input.pointer(rawPointer(event, 'cancel', frame(), apple)))
    onHost('pointerleave', (event) => input.pointer(rawPointer(event, 'leave', frame(), apple)))
    onHost(
      'wheel',
      (event) => {
        event.preventDefault()
        input.wheel(rawWheel(event, frame(), apple))
      },
      { passive: false },
    )
    onHost('contextmenu', (event) => {
      event.preventDefault()
      // A long press of a finger is told apart by the editor itself.
      if (event.pointerType === 'touch') return
      const { left, top } = frame()
      input.contextMenu({ x: event.clientX - left, y: event.clientY - top })
    })
    // Lifting the finger that held the menu open would click what has come up under it.
    onHost(
      'touchend',
      (event) => {
        if (input.menuIsHeld && event.cancelable) event.preventDefault()
      },
      { passive: false },
    )
  }

  function listenToKeys(): void {
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.defaultPrevented || event.isComposing || belongsElsewhere(event.target)) return
        const beside =
          event.target instanceof Node && event.target !== document.body && !host.contains(event.target)
        if (beside && keysOfControls.has(event.key)) return
        if (keyboard.key(keyPress(event, 'down', apple))) event.preventDefault()
      },
      { signal },
    )
    window.addEventListener('keyup', (event) => void keyboard.key(keyPress(event, 'up', apple)), { signal })
    window.addEventListener('blur', () => input.holdSpace(false), { signal })
  }

  function listenToTransfer(): void {
    let plain = false
    let middleReleased = false
    // Linux pastes the selected text of any window when the middle button is let go, which here has pushed the page.
    const noPaste = (event: MouseEvent): void => {
      if (event.button !== 1 || belongsElsewhere(event.target)) return
      event.preventDefault()
      middleReleased = true
      editor.clock.frame(() => (middleReleased = false))
    }
    for (const type of ['pointerup', 'mouseup', 'auxclick'] as const) onHost(type, noPaste)
    window.addEventListener('keydown', (event) => (plain = event.shiftKey), { signal, capture: true })
    const take = (event: ClipboardEvent, how: 'copy' | 'cut'): void => {
      // Words selected beside the board are what the person means to copy.
      if (belongsElsewhere(event.target) || getSelection()?.isCollapsed === false) return
      const content = clipboard.take(how)
      if (!content || !event.clipboardData) return
      event.clipboardData.setData('text/html', content.html)
      event.clipboardData.setData('text/plain', content.text)
      event.preventDefault()
    }
    document.addEventListener('copy', (event) => take(event, 'copy'), { signal })
    document.addEventListener('cut', (event) => take(event, 'cut'), { signal })
    document.addEventListener(
      'paste',
      (event) => {
        if (belongsElsewhere(event.target) || !event.clipboardData) return
        event.preventDefault()
        if (middleReleased) return
        insertFiles(event.clipboardData, plain ? 'plain' : 'rich')
      },
      { signal },
    )
    onHost('dragover', (event) => event.preventDefault())
    onHost('drop', (event) => {
      event.preventDefault()
      if (!event.dataTransfer) return
      const { left, top } = frame()
      insertFiles(event.dataTransfer, 'rich', { x: event.clientX - left, y: event.clientY - top })
    })
  }

  function insertFiles(transfer: DataTransfer, how: 'rich' | 'plain', at?: { x: number; y: number }): void {
    const content = getContent(transfer)
    const others = content.files.filter((file) => !file.blob.type.startsWith('image/'))
    if (others.length > 0) openFiles(others, at ?? input.at.peek() ?? editor.camera.middle())
    else clipboard.put(content, how, at && editor.camera.toPage(at))
  }

  /** Safari tells of a pinch on the pad by events of its own instead of a wheel with Ctrl. */
  function listenToPinch(): void {
    let scale = 1
    const turn = (event: Event): void => {
      event.preventDefault()
      const pinch = event as MouseEvent & { readonly scale: number }
      const { left, top } = frame()
      const at = { x: pinch.clientX - left, y: pinch.clientY - top }
      if (event.type === 'gesturechange') {
        const dy = -Math.log(pinch.scale / scale) * 100
        input.wheel({ at, dx: 0, dy, pinch: true, modifiers: getModifiers(pinch, apple) })
      }
      scale = event.type === 'gesturestart' ? 1 : pinch.scale
    }
    for (const type of ['gesturestart', 'gesturechange', 'gestureend']) {
      host.addEventListener(type, turn, { signal, passive: false })
    }
  }
}
