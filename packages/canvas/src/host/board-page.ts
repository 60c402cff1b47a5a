import type { Editor } from '../editor/editor.ts'
import type { Vec } from '../geometry/vec.ts'
import { isApple } from './dom-events.ts'

type Options = AddEventListenerOptions

/** The DOM context of a board: its element, the editor, and listeners that are removed together. */
export class BoardPage {
  readonly host: HTMLElement
  readonly editor: Editor
  readonly apple = isApple()
  readonly #ended = new AbortController()

  constructor(host: HTMLElement, editor: Editor) {
    this.host = host
    this.editor = editor
  }

  /** Aborted on dispose; removes all listeners. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  onHost<K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
    options: Options = {},
  ): void {
    this.host.addEventListener(type, handle, { signal: this.signal, ...options })
  }

  onWindow<K extends keyof WindowEventMap>(
    type: K,
    handle: (event: WindowEventMap[K]) => void,
    options: Options = {},
  ): void {
    window.addEventListener(type, handle, { signal: this.signal, ...options })
  }

  onDocument<K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void): void {
    document.addEventListener(type, handle, { signal: this.signal })
  }

  getFrame(): DOMRect {
    return this.host.getBoundingClientRect()
  }

  /** Converts client coordinates to CSS pixels of the view. */
  toView({ clientX, clientY }: MouseEvent): Vec {
    const { left, top } = this.getFrame()
    return { x: clientX - left, y: clientY - top }
  }

  dispose(): void {
    this.#ended.abort()
  }
}
