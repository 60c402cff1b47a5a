import { effect } from '@preact/signals-core'
import type { Editor } from '../editor/editor.ts'
import { BoardPage } from './board-page.ts'
import { listenToKeys } from './dom-keys.ts'
import { listenToPinch, listenToPointers } from './dom-pointers.ts'
import { listenToTransfer, type OpenFiles } from './dom-transfer.ts'

export interface DomInputParts {
  readonly host: HTMLElement
  readonly editor: Editor
  readonly openFiles: OpenFiles
}

/** Converts DOM events to editor input. Returns a function that removes all listeners. */
export function listenToPage({ host, editor, openFiles }: DomInputParts): () => void {
  const page = new BoardPage(host, editor)
  listenToPointers(page)
  listenToKeys(page)
  listenToTransfer(page, openFiles)
  listenToPinch(page)
  const measure = (): void => editor.camera.resize({ w: host.clientWidth, h: host.clientHeight })
  const resizes = new ResizeObserver(measure)
  resizes.observe(host)
  measure()
  const stopCursor = effect(() => {
    host.style.cursor = editor.input.panning.value ? 'grabbing' : editor.cursor.value
  })
  // Disables panning, zooming and text selection by the browser.
  host.style.touchAction = 'none'
  host.style.userSelect = 'none'
  return () => {
    page.dispose()
    resizes.disconnect()
    stopCursor()
  }
}
