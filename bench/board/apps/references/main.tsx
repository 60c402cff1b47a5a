import { exportToBlob, restore } from '@excalidraw/excalidraw'
import { getAssetUrlsByImport } from '@tldraw/assets/imports.vite'
import { createRoot } from 'react-dom/client'
import { type Editor, parseTldrawJsonFile, Tldraw } from 'tldraw'
import 'tldraw/tldraw.css'

declare global {
  interface Window {
    EXCALIDRAW_ASSET_PATH: string
    /** Draws a file by the program that wrote it: a data URL for each drawing in it. */
    drawFile(ending: string, text: string): Promise<readonly string[]>
  }
}

window.EXCALIDRAW_ASSET_PATH = '/'

const white = '#ffffff'

type Elements = Parameters<typeof exportToBlob>[0]['elements']
interface LibraryFile {
  readonly library?: readonly Elements[]
  readonly libraryItems?: readonly { readonly elements: Elements }[]
}

async function drawElements(elements: unknown, files: unknown): Promise<Blob> {
  // Older files lack fields that the program adds when it opens them.
  const scene = restore({ elements, files } as Parameters<typeof restore>[0], null, null, {
    repairBindings: true,
  })
  return await exportToBlob({
    elements: scene.elements as Elements,
    files: scene.files,
    appState: { exportBackground: true, viewBackgroundColor: white, exportEmbedScene: false },
    mimeType: 'image/png',
    exportPadding: 10,
    getDimensions: (width, height) => ({ width: width * 2, height: height * 2, scale: 2 }),
  })
}

async function drawScene(text: string): Promise<readonly Blob[]> {
  const { elements, files } = JSON.parse(text) as { elements: unknown; files: unknown }
  return [await drawElements(elements, files)]
}

async function drawLibrary(text: string): Promise<readonly Blob[]> {
  const { library, libraryItems } = JSON.parse(text) as LibraryFile
  const items = library ?? libraryItems?.map(({ elements }) => elements) ?? []
  return await Promise.all(items.map((elements) => drawElements(elements, null)))
}

/** tldraw's editor, which also makes its pictures; it has to be in the document to measure texts. */
function openTldraw(): Promise<Editor> {
  const place = document.createElement('div')
  Object.assign(place.style, { position: 'fixed', inset: '0' })
  document.body.append(place)
  return new Promise((resolve) =>
    createRoot(place).render(<Tldraw assetUrls={getAssetUrlsByImport()} onMount={(editor) => resolve(editor)} />),
  )
}
let tldraw: Promise<Editor> | undefined

async function drawTldraw(text: string): Promise<readonly Blob[]> {
  const editor = await (tldraw ??= openTldraw())
  const parsed = parseTldrawJsonFile({ json: text, schema: editor.store.schema })
  if (!parsed.ok) throw new Error(`tldraw cannot read it: ${parsed.error.type}`)
  editor.loadSnapshot(parsed.value.getStoreSnapshot())
  const pictures: Blob[] = []
  for (const { id } of editor.getPages()) {
    editor.setCurrentPage(id)
    const shapes = [...editor.getCurrentPageShapeIds()]
    const look = { format: 'png', background: false, padding: 10, pixelRatio: 2, darkMode: false } as const
    pictures.push((await editor.toImage(shapes, look)).blob)
  }
  return pictures
}

const byEnding: Readonly<Record<string, (text: string) => Promise<readonly Blob[]>>> = {
  excalidraw: drawScene,
  excalidrawlib: drawLibrary,
  tldr: drawTldraw,
}

const getUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('the picture cannot be read'))
    reader.readAsDataURL(blob)
  })

window.drawFile = async (ending, text) => {
  return await Promise.all((await byEnding[ending]!(text)).map(getUrl))
}
document.body.dataset['ready'] = 'yes'
