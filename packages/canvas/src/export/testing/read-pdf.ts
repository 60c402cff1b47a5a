import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.mjs?url'

/** A PDF parsed by an independent library. */
export interface ReadPdf {
  /** Sizes in points. */
  readonly pages: readonly {
    readonly w: number
    readonly h: number
    readonly text: string
    readonly links: readonly string[]
    /** Where the links are: left, bottom, right and top in points from the lower left corner. */
    readonly linkAreas: readonly (readonly number[])[]
    /** What screen readers find: type and, of images, the text in their place. */
    readonly structure: readonly (readonly [type: string, alt?: string])[]
  }[]
  /** BCP 47. */
  readonly language: string | null
  readonly outline: readonly string[]
  /** The page rendered with one pixel per page unit. */
  image(page: number): Promise<ImageData>
  close(): Promise<void>
}

interface Annotation {
  readonly url?: string
  readonly rect: readonly number[]
}

interface StructureNode {
  readonly role?: string
  readonly alt?: string
  readonly children?: readonly StructureNode[]
}

function listStructure(node: StructureNode | null): (readonly [string, string?])[] {
  const inside = (node?.children ?? []).flatMap(listStructure)
  if (!node?.role || node.role === 'Root') return inside
  return [node.alt === undefined ? [node.role] : [node.role, node.alt], ...inside]
}

export async function readPdf(file: Blob): Promise<ReadPdf> {
  GlobalWorkerOptions.workerSrc = worker
  const task = getDocument({ data: new Uint8Array(await file.arrayBuffer()) })
  const pdf = await task.promise
  const pages = []
  for (let i = 1; i <= pdf.numPages; i++) {
    const page = await pdf.getPage(i)
    const { width: w, height: h } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    const notes = (await page.getAnnotations()) as readonly Annotation[]
    const linked = notes.filter(({ url }) => url !== undefined)
    const structure = listStructure((await page.getStructTree()) as StructureNode | null)
    pages.push({
      w,
      h,
      text,
      links: linked.flatMap(({ url }) => url ?? []),
      linkAreas: linked.map(({ rect }) => rect),
      structure,
    })
  }
  const { info } = await pdf.getMetadata()
  return {
    pages,
    language: (info as { readonly Language?: string }).Language ?? null,
    outline: ((await pdf.getOutline()) ?? []).map(({ title }) => title),
    async image(number) {
      const page = await pdf.getPage(number + 1)
      const viewport = page.getViewport({ scale: 96 / 72 })
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      await page.render({ canvas, viewport }).promise
      return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    },
    close: () => task.destroy(),
  }
}
