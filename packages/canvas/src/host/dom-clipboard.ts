import type { ClipboardContent, ClipboardPort } from '../editor/board-ports.ts'
import { readPastedHtml } from './pasted-html.ts'

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
      return { html, text, files, ...readPastedHtml(html) }
    },
  }
}

/** Content of a paste or drop event. */
export function getContent(transfer: DataTransfer): ClipboardContent {
  const html = transfer.getData('text/html')
  return {
    html,
    ...readPastedHtml(html),
    text: transfer.getData('text/plain'),
    files: [...transfer.files].map((blob) => ({ blob, name: blob.name })),
  }
}
