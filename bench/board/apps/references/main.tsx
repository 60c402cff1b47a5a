import { exportToBlob, restore } from '@excalidraw/excalidraw'

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

const byEnding: Readonly<Record<string, (text: string) => Promise<readonly Blob[]>>> = {
  excalidraw: drawScene,
  excalidrawlib: drawLibrary,
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
