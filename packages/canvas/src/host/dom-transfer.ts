import type { Vec } from '../geometry/vec.ts'
import type { ClipboardContent } from '../editor/board-ports.ts'
import type { BoardPage } from './board-page.ts'
import { getContent } from './dom-clipboard.ts'
import { belongsElsewhere, getModifiers } from './dom-events.ts'

/** Opens dropped or pasted files that are not all images. */
export type OpenFiles = (files: readonly { readonly blob: Blob; readonly name: string }[], at: Vec) => void

/** Firefox pastes without formats only into fields; elsewhere its shortcut causes no event. */
const hasPlainPasteEvent = !('mozInnerScreenX' in globalThis)

/** Handles copy, cut, paste and drop. */
export function listenToTransfer(page: BoardPage, openFiles: OpenFiles): void {
  listenToCopy(page)
  listenToPaste(page, openFiles)
  page.onHost('dragover', (event) => event.preventDefault())
  page.onHost('drop', (event) => {
    event.preventDefault()
    if (event.dataTransfer) insert(page, openFiles, event.dataTransfer, 'rich', page.toView(event))
  })
}

function listenToCopy(page: BoardPage): void {
  const take = (event: ClipboardEvent, how: 'copy' | 'cut'): void => {
    // Text selected outside of the board has precedence.
    if (belongsElsewhere(event.target) || getSelection()?.isCollapsed === false) return
    const content = page.editor.clipboard.take(how)
    if (!content || !event.clipboardData) return
    event.clipboardData.setData('text/html', content.html)
    event.clipboardData.setData('text/plain', content.text)
    event.preventDefault()
  }
  page.onDocument('copy', (event) => take(event, 'copy'))
  page.onDocument('cut', (event) => take(event, 'cut'))
}

function listenToPaste(page: BoardPage, openFiles: OpenFiles): void {
  let isPlain = false
  let isMiddleReleased = false
  // On Linux, releasing the middle button pastes the primary selection; here that button pans.
  const preventPaste = (event: MouseEvent): void => {
    if (event.button !== 1 || belongsElsewhere(event.target)) return
    event.preventDefault()
    isMiddleReleased = true
    page.editor.clock.frame(() => (isMiddleReleased = false))
  }
  for (const type of ['pointerup', 'mouseup', 'auxclick'] as const) page.onHost(type, preventPaste)
  // A paste by the browser's menu has no key of its own, so a Shift released before does not count.
  for (const type of ['keydown', 'keyup'] as const)
    page.onWindow(type, (event) => (isPlain = event.shiftKey), { capture: true })
  page.onWindow('keydown', (event) => {
    const { mod, shift, alt } = getModifiers(event, page.apple)
    if (hasPlainPasteEvent || event.code !== 'KeyV' || !mod || !shift || alt || event.repeat) return
    if (belongsElsewhere(event.target)) return
    event.preventDefault()
    page.editor.clipboard.paste('plain')
  })
  page.onDocument('paste', (event) => {
    if (belongsElsewhere(event.target) || !event.clipboardData) return
    event.preventDefault()
    if (!isMiddleReleased) insert(page, openFiles, event.clipboardData, isPlain ? 'plain' : 'rich')
  })
}

function insert(
  { editor }: BoardPage,
  openFiles: OpenFiles,
  transfer: DataTransfer,
  how: 'rich' | 'plain',
  at?: Vec,
): void {
  const put = (content: ClipboardContent): void => {
    const areImages = content.files.every((file) => file.blob.type.startsWith('image/'))
    if (!areImages) openFiles(content.files, at ?? editor.input.at.peek() ?? editor.camera.middle())
    else editor.clipboard.put(content, how, at && editor.camera.toPage(at))
  }
  const content = getContent(transfer)
  if (content instanceof Promise) void content.then(put)
  else put(content)
}
