import { beforeAll, describe, expect, it } from 'vitest'
import { shapes } from '../../shapes/index.ts'
import { getDocument, getElement } from '../../shapes/testing/records.ts'
import { richText } from '../../text/testing.ts'
import { exportImage, type ImageRequest } from '../image.ts'
import { loadTestFonts, testFonts } from '../testing/test-fonts.ts'
import { fourColors, getMisplaced, getPixels } from '../testing/pixels.ts'
import { readPdf } from '../testing/read-pdf.ts'

beforeAll(loadTestFonts)

const words = 'Smörgås på bordet – “5 €” ‘kr’, ½ × naïve Łódź'
const note = getElement('text', {
  id: 'note',
  x: 500,
  y: 0,
  wraps: true,
  w: 150,
  h: 200,
  text: richText(words),
})
const frames = [
  getElement('frame', { id: 'first', x: 0, y: 0, w: 400, h: 300, title: 'Början' }),
  getElement('frame', { id: 'second', x: 900, y: 0, w: 800, h: 450, title: 'Slut' }),
]
const inFirst = getElement('sticky', { id: 'a', parent: 'first', x: 20, y: 20, text: richText('Ett') })
const inSecond = getElement('rect', { id: 'b', parent: 'second', x: 950, y: 20, text: richText('Två') })
const document_ = getDocument([note, ...frames, inFirst, inSecond])

function request(over: Partial<ImageRequest> = {}): ImageRequest {
  return {
    document: document_,
    shapes,
    ids: ['note', 'first', 'second'],
    as: 'pdf',
    theme: 'light',
    background: null,
    readFile: fourColors,
    fonts: testFonts,
    ...over,
  }
}

async function read(over?: Partial<ImageRequest>) {
  const made = (await exportImage(request(over)))!
  expect(made.blob.type).toBe('application/pdf')
  const pdf = await readPdf(made.blob)
  await pdf.close()
  return pdf
}

/** Lines and double spaces are the layout's, not the writer's. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe('pages', () => {
  it('are one per frame, in its size and order, with its name in the outline', async () => {
    const pdf = await read({ ids: ['first', 'second'], framed: true })
    expect(pdf.pages.map(({ w, h, text }) => ({ w, h, text: plain(text) }))).toEqual([
      { w: 300, h: 225, text: 'Ett' },
      { w: 600, h: 337.5, text: 'Två' },
    ])
    expect(pdf.outline).toEqual(['Början', 'Slut'])
  })

  it('show a frame without its border and name', async () => {
    const made = (await exportImage(request({ ids: ['first'], framed: true, theme: 'dark' })))!
    const pdf = await readPdf(made.blob)
    const { data, width, height } = await pdf.image(0)
    await pdf.close()
    expect([width, height]).toEqual([400, 300])
    for (const at of [0, width - 1, (height - 1) * width, height * width - 1])
      expect([...data.slice(at * 4, at * 4 + 3)]).toEqual([0x23, 0x25, 0x29])
  })

  it('are one page for everything without frames, within the readers’ size limit', async () => {
    const { pages } = await read()
    expect(pages).toHaveLength(1)
    expect(pages[0]!.w / pages[0]!.h).toBeCloseTo(1733 / 510, 0)
    const far = getElement('rect', { id: 'far', x: 900_000, y: 0 })
    const { pages: huge } = await read({ document: getDocument([note, far]), ids: ['note', 'far'] })
    expect(huge[0]!.w).toBe(14_400)
  })
})

describe('text', () => {
  it('is extracted as written, in order', async () => {
    const { pages } = await read({ ids: ['note'] })
    expect(plain(pages[0]!.text)).toBe(words)
  })

  it('is extracted in scripts without a shipped font, and in right-to-left scripts', async () => {
    const written = ['日本語と中文', 'ok 😀👍🏽', 'שלום עולם', 'مرحبا بالعالم']
    const record = getElement('text', { id: 'far', w: 400, h: 200, text: richText(...written) })
    const { pages } = await read({ document: getDocument([record]), ids: ['far'] })
    for (const line of written) expect(plain(pages[0]!.text)).toContain(line)
  })

  it('has an area over each element with a link, in the size of its bounds, also turned', async () => {
    const base = { parent: 'first', link: 'https://tavla.example/plan', strokeWidth: 2 }
    const records = [
      frames[0]!,
      getElement('rect', { ...base, id: 'a', x: 20, y: 40, w: 100, h: 60 }),
      getElement('rect', { ...base, id: 'b', x: 200, y: 100, w: 100, h: 40, r: 90 }),
      getElement('rect', { ...base, id: 'c', x: 200, y: 250, w: 50, h: 20, link: 'javascript:alert(1)' }),
    ]
    const { pages } = await read({ document: getDocument(records), ids: ['first'], framed: true })
    expect(pages[0]!.links).toEqual([base.link, base.link])
    const points = (left: number, top: number, right: number, bottom: number) =>
      [left, 300 - bottom, right, 300 - top].map((value) => value * 0.75)
    // With half of the stroke on each side.
    const expected = [points(19, 39, 121, 101), points(229, 69, 271, 171)]
    pages[0]!.linkAreas.forEach((area, i) =>
      area.forEach((value, side) => expect(value).toBeCloseTo(expected[i]![side]!, 1)),
    )
  })

  it.each([
    ['Hebrew with digits and brackets', 'שלום (123) [אב] «ג» 45%'],
    ['Arabic with digits and brackets', 'مرحبا (123) [با] 45%'],
    ['Latin with Hebrew in brackets', 'see (שלום) 12'],
    ['Thai', 'มนุษย์ทั้งหลายเกิดมามีอิสระ'],
    ['Hindi', 'सभी मनुष्यों को गौरव'],
    ['Chinese and Japanese', '日本語と中文 한국어'],
  ])('is where it is on screen: %s', async (_name, written) => {
    const record = getElement('text', {
      id: 'far',
      wraps: true,
      w: 400,
      h: 60,
      align: 'center',
      text: richText(written),
    })
    const over = { document: getDocument([record]), ids: ['far'], background: '#ffffff', scale: 1 }
    const screen = await getPixels((await exportImage(request({ ...over, as: 'png' })))!.blob)
    const pdf = await readPdf((await exportImage(request(over)))!.blob)
    const page = await pdf.image(0)
    await pdf.close()
    expect(getMisplaced(screen, page, { x: 0, y: 0, w: screen.width, h: screen.height })).toBeLessThan(0.0005)
    // This reader drops the spaces beside brackets and digits in right-to-left texts.
    const compact = (text: string): string => (/[א-ي]/.test(written) ? text.replace(/\s/g, '') : plain(text))
    expect(compact(pdf.pages[0]!.text)).toBe(compact(written))
  })

  it('is tagged in the order of drawing, with images by their alternative text, and names its language', async () => {
    const image = (id: string, alt: string) =>
      getElement('image', { id, file: id, alt, x: 600, w: 40, h: 40 })
    const records = [...frames, inFirst, image('photo', 'Två katter'), image('line', ''), inSecond]
    const ids = ['first', 'photo', 'line']
    const { pages, language } = await read({ document: getDocument(records), ids, language: 'sv' })
    expect(pages[0]!.structure.map((part) => part.join(' '))).toEqual([
      'Document',
      'Sect',
      'P',
      'P',
      'Figure Två katter',
    ])
    expect(language).toBe('sv')
    const framed = await read({ framed: true, ids: ['first', 'second'] })
    expect(framed.pages.map(({ structure }) => structure.flat())).toEqual([
      ['Document', 'Sect', 'P', 'P'],
      ['Document', 'Sect', 'P', 'P'],
    ])
  })

  it('has its links', async () => {
    const link = { type: 'link', attrs: { href: 'https://tavla.example/å' } }
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'go', marks: [link] }] }]
    const record = getElement('text', { id: 'link', text: { type: 'doc', content } })
    const { pages } = await read({ document: getDocument([record]), ids: ['link'] })
    expect(pages[0]!.links).toEqual(['https://tavla.example/%C3%A5'])
  })

  it('is drawn as images if the fonts cannot be loaded', async () => {
    const lost = () => testFonts().map((font) => ({ ...font, read: () => Promise.reject(new Error('gone')) }))
    const { pages } = await read({ ids: ['note'], fonts: lost })
    expect(plain(pages[0]!.text)).toBe(words)
  })
})

describe('generating', () => {
  it('reports monotonic progress', async () => {
    const reported: number[] = []
    await exportImage(request(), { onProgress: (share) => reported.push(share) })
    expect(reported.at(-1)).toBe(1)
    expect(reported).toEqual([...reported].sort((a, b) => a - b))
  })

  it('rejects with the reason of the abort signal', async () => {
    const stop = new AbortController()
    const making = exportImage(request(), { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(making).rejects.toThrow('enough')
  })

  it('reports images that could not be loaded', async () => {
    const ids = ['there', 'gone']
    const records = ids.map((id, i) => getElement('image', { id, file: id, x: i * 200 }))
    const made = await exportImage(
      request({
        document: getDocument(records),
        ids,
        readFile: (id) => (id === 'there' ? fourColors() : Promise.reject(new Error('gone'))),
      }),
    )
    expect(made?.missing).toEqual(['gone'])
  })

  it('draws a large page completely from several parts', async () => {
    const records = Array.from({ length: 3_000 }, (_, i) =>
      getElement('rect', {
        id: `r${i}`,
        x: (i % 60) * 20,
        y: Math.floor(i / 60) * 20,
        w: 14,
        h: 14,
        radius: 4,
      }),
    )
    const ids = records.map(({ id }) => id)
    const made = (await exportImage(request({ document: getDocument(records), ids })))!
    const pdf = await readPdf(made.blob)
    const { data, width } = await pdf.image(0)
    await pdf.close()
    // The left edge of each box, 2 wide and half outside; 16 is the room around the drawing, and a unit its line.
    const dark = records.filter(({ x, y }) => data[((y + 7 + 17) * width + x + 17) * 4]! < 128)
    expect(dark).toHaveLength(records.length)
  })
})
