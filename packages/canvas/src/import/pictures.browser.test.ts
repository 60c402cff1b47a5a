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

/** Pictures that differ by less are not aligned any better. */
const alike = 0.1
/** Pixels between positions that are tried. */
const steps = [-6, 0, 6]

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

interface Crop {
  readonly image: OffscreenCanvas
  readonly left: number
  readonly top: number
  readonly w: number
  readonly h: number
}

/** The part that is not background. */
function cropPicture(source: Pixels): Crop {
  let [left, top, right, bottom] = [source.width, source.height, 0, 0]
  for (let i = 0; i < source.data.length; i += 4) {
    if (Math.min(source.data[i]!, source.data[i + 1]!, source.data[i + 2]!) > darkest) continue
    const [x, y] = [(i / 4) % source.width, Math.floor(i / 4 / source.width)]
    ;[left, top] = [Math.min(left, x), Math.min(top, y)]
    ;[right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)]
  }
  const image = new OffscreenCanvas(source.width, source.height)
  image.getContext('2d')!.putImageData(source as ImageData, 0, 0)
  return { image, left, top, w: right - left, h: bottom - top }
}

interface Fit {
  readonly scale: readonly [number, number]
  /** Pixels that the middle lies elsewhere. */
  readonly moved: readonly [number, number]
}

/** A part in the size of another picture. */
function drawFit({ image, left, top, w, h }: Crop, { width, height }: Pixels, { scale, moved }: Fit): Pixels {
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.fillStyle = white
  context.fillRect(0, 0, width, height)
  const [drawnWidth, drawnHeight] = [w * scale[0], h * scale[1]]
  const [x, y] = [(width - drawnWidth) / 2 + moved[0], (height - drawnHeight) / 2 + moved[1]]
  context.drawImage(image, left, top, w, h, x, y, drawnWidth, drawnHeight)
  return context.getImageData(0, 0, width, height)
}

/**
 * The least difference, wherever the picture lies and whichever of its sides fits: what stands out at the edge, such as an
 * arrowhead or the tail of a letter, is not the same, and moves everything else.
 */
function getLeastDifference(reference: Pixels, crop: Crop): number {
  const [across, down] = [reference.width / crop.w, reference.height / crop.h]
  const whole = getPictureDifference(
    reference,
    drawFit(crop, reference, { scale: [across, down], moved: [0, 0] }),
  )
  if (whole < alike) return whole
  const measure = (fit: Fit) => ({
    fit,
    least: getPictureDifference(reference, drawFit(crop, reference, fit)),
  })
  const findBest = (fits: readonly Fit[]) => fits.map(measure).toSorted((a, b) => a.least - b.least)[0]!
  const scales = [[across, down], [across, across], [down, down]] as const // prettier-ignore
  const { scale } = findBest(scales.map((each): Fit => ({ scale: each, moved: [0, 0] }))).fit
  return findBest(steps.flatMap((x) => steps.map((y): Fit => ({ scale, moved: [x, y] })))).least
}

it('has at least forty rows', () => expect(rows.length).toBeGreaterThanOrEqual(40))

it.each(rows)('$file looks as in the program that wrote it', async ({ file, threshold }) => {
  const drawings = listDrawings({ name: file, bytes: await readFile(file) })
  const pictures = (await Promise.all(drawings.map(drawImported))).flat()
  expect(urls.has(`pictures/${file}.${pictures.length + 1}.webp`)).toBe(false)
  for (const [i, picture] of pictures.entries()) {
    const reference = await getPixels(new Blob([await readFile(`pictures/${file}.${i + 1}.webp`)]))
    const crop = cropPicture(picture)
    const distortion = Math.log(crop.w / crop.h / (reference.width / reference.height))
    const shorter = Math.min(reference.width, reference.height)
    expect(Math.abs(distortion)).toBeLessThan(maxDistortion.share + maxDistortion.pixels / shorter)
    expect(getLeastDifference(reference, crop)).toBeLessThan(threshold)
  }
})
