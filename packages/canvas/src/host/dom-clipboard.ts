import type { ClipboardContent, ClipboardPort } from '../editor/board-ports.ts'
import type { PastedHtml } from './pasted-html.ts'

let read: ((html: string) => PastedHtml) | undefined

/** Loads what reads pasted HTML, which is none of what a board shows. Later calls do nothing. */
export async function loadPastedHtml(): Promise<void> {
  read ??= (await import('./pasted-html.ts')).readPastedHtml
}

/** Clipboard access for menu commands. Shortcuts use clipboard events, which need no permission. */
export function domClipboard(): ClipboardPort {
  return {
    async write({ html, text, image }) {
      const items: Record<string, Blob | Promise<Blob>> = {
        'text/html': new Blob([html], { type: 'text/html' }),
        'text/plain': new Blob([text], { type: 'text/plain' }),
      }
      if (image) items['image/png'] = image
      await navigator.clipboard.write([new ClipboardItem(items)])
    },
    async read() {
      const items = await navigator.clipboard.read()
      let html = ''
      let text = ''
      const files: { blob: Blob; name: string }[] = []
      for (const item of items) {
        for (const type of item.types) {
          const blob = await item.getType(type)
          if (type === 'text/html') html = await blob.text()
          else if (type === 'text/plain') text = await blob.text()
          else if (type.startsWith('image/'))
            files.push({ blob, name: `image.${type.slice('image/'.length)}` })
        }
      }
      return await withFormats({ html, text, files })
    },
  }
}

/** Content of a paste or drop event, without waiting if it has no HTML or what reads HTML has loaded. */
export function getContent(transfer: DataTransfer): ClipboardContent | Promise<ClipboardContent> {
  return withFormats({
    html: transfer.getData('text/html'),
    text: transfer.getData('text/plain'),
    files: [...transfer.files].map((blob) => ({ blob, name: blob.name })),
  })
}

function withFormats(content: ClipboardContent): ClipboardContent | Promise<ClipboardContent> {
  const add = (): ClipboardContent => ({ ...content, ...read?.(content.html) })
  if (read || content.html === '') return add()
  // Without a connection, its text is better than nothing.
  return loadPastedHtml().then(add, () => content)
}
