import { beforeAll, expect, it } from 'vitest'
import table from '../../../../docs/formats.md?raw'
import { importContent } from '../editor/actions/insert.ts'
import { boundsOfAll, createExportView } from '../export/export-view.ts'
import { exportImage } from '../export/image.ts'
import { getPictureDifference, type Pixels } from '../export/testing/picture-difference.ts'
import { getPixels } from '../export/testing/pixels.ts'
import { loadTestFonts, testFonts } from '../export/testing/test-fonts.ts'
import { createMeasure } from '../render/measure.ts'
import { shapes } from '../shapes/index.ts'
import { shapesByKind } from '../shapes/testing/records.ts'
import { BoardDriver } from '../testing/board-driver.ts'
import { isImportFailure } from './import-failure.ts'
import { placeImages } from './images.ts'
import { readDrawing } from './read-drawing.ts'
import { isLibraryName, readStamps, type StampLibrary } from './stamps.ts'

/** Addresses of all files of a folder, by their path in it. */
const urls = new Map(
  Object.entries(
    import.meta.glob('../../../../e2e/fixtures/**/*', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.replace(/^.*e2e\/fixtures\//, ''), url]),
)

/** The rows of the table "Pictures": a file and how different its pictures may be. */
const rows = [...table.matchAll(/^\| `([^`]+)` \| [^|]+ \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(
  ([, file = '', , threshold]) => ({ file, threshold: Number(threshold) }),
)

const white = '#ffffff'
/** Pixels of the longer side before it is made as small as the picture that it is compared with. */
const drawnSide = 1_200
/** A channel below it is no background, as where the other pictures were cut. */
const darkest = 231
/**
 * Pictures of one drawing may have other proportions by this, as natural logarithm of their ratio, and by some pixels
 * of the shorter side: fonts and arrowheads are not the same, and some stand out at the edge.
 */
const maxDistortion = { share: 0.12, pixels: 8 }

beforeAll(loadTestFonts)

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = urls.get(path)
  if (url === undefined) throw new Error(`${path} is missing`)
  return new Uint8Array(await (await fetch(url)).arrayBuffer())
}

interface NamedFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The drawings of a library, each as a file; another file is one. */
function listDrawings(file: NamedFile): readonly NamedFile[] {
  if (!isLibraryName(file.name)) return [file]
  const { stamps } = readStamps(file) as StampLibrary
  return stamps.map(({ text }) => ({ name: 'stamp.excalidraw', bytes: new TextEncoder().encode(text) }))
}

/** Imports a file into an empty board and draws it as an export does; one picture for each page that it had. */
async function drawImported(file: NamedFile): Promise<readonly Pixels[]> {
  const drawing = readDrawing(file)
  if (isImportFailure(drawing)) throw new Error(drawing.message)
  const blobs = new Map(drawing.images.map(({ key, bytes, type }) => [key, new Blob([bytes], { type })]))
  const stored = new Map<string, { fileId: string; w: number; h: number }>()
  for (const [key, blob] of blobs) {
    const { width, height } = await getPixels(blob)
    stored.set(key, { fileId: key, w: width, h: height })
  }
  const { measure } = createMeasure()
  const { edit } = new BoardDriver({ measure }).editor
  const { records, pieces } = placeImages(drawing, stored)
  if (!importContent(edit, { records, pieces })) throw new Error('the board refused the drawing')
  const { document } = edit
  const tops = document.childIds(edit.page)
  const pages = hasPages(file) ? tops.map((id) => document.childIds(id)) : [tops]
  const view = createExportView(document, shapesByKind, measure)
  return await Promise.all(
    pages.map(async (ids) => {
      const { w, h } = boundsOfAll(ids, view)!
      const scale = Math.min(4, Math.max(0.5, drawnSide / Math.max(w, h)))
      const readImage = (id: string): Promise<Blob> => Promise.resolve(blobs.get(id)!)
      const look = { theme: 'light', background: white, scale, fonts: testFonts } as const
      const image = await exportImage({ document, shapes, ids, as: 'png', readFile: readImage, ...look })
      return await getPixels(image!.blob)
    }),
  )
}

/** Several pages become frames. */
const hasPages = ({ name, bytes }: NamedFile): boolean =>
  /\.(drawio|xml)$/.test(name) && new TextDecoder().decode(bytes).split('<diagram').length > 2

interface Fitted {
  readonly pixels: Pixels
  readonly distortion: number
}

/** The part that is not background, in the size of another picture. */
function fitTo({ width, height }: Pixels, source: Pixels): Fitted {
  let [left, top, right, bottom] = [source.width, source.height, 0, 0]
  for (let i = 0; i < source.data.length; i += 4) {
    if (Math.min(source.data[i]!, source.data[i + 1]!, source.data[i + 2]!) > darkest) continue
    const [x, y] = [(i / 4) % source.width, Math.floor(i / 4 / source.width)]
    ;[left, top] = [Math.min(left, x), Math.min(top, y)]
    ;[right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)]
  }
  const full = new OffscreenCanvas(source.width, source.height)
  full.getContext('2d')!.putImageData(source as ImageData, 0, 0)
  const fitted = new OffscreenCanvas(width, height)
  const context = fitted.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  const [w, h] = [right - left, bottom - top]
  context.drawImage(full, left, top, w, h, 0, 0, width, height)
  return { pixels: context.getImageData(0, 0, width, height), distortion: Math.log(w / h / (width / height)) }
}

it('has at least forty rows', () => expect(rows.length).toBeGreaterThanOrEqual(40))

it.each(rows)('$file looks as in the program that wrote it', async ({ file, threshold }) => {
  const drawings = listDrawings({ name: file, bytes: await readFile(file) })
  const pictures = (await Promise.all(drawings.map(drawImported))).flat()
  expect(urls.has(`pictures/${file}.${pictures.length + 1}.webp`)).toBe(false)
  for (const [i, picture] of pictures.entries()) {
    const reference = await getPixels(new Blob([await readFile(`pictures/${file}.${i + 1}.webp`)]))
    const { pixels, distortion } = fitTo(reference, picture)
    const shorter = Math.min(reference.width, reference.height)
    expect(Math.abs(distortion)).toBeLessThan(maxDistortion.share + maxDistortion.pixels / shorter)
    expect(getPictureDifference(reference, pixels)).toBeLessThan(threshold)
  }
})
