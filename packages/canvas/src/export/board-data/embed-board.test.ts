import { describe, expect, it } from 'vitest'
import { isImportFailure } from '../../import/import-failure.ts'
import { getTexts } from '../../import/testing.ts'
import { readDrawing } from '../../import/read-drawing.ts'
import { shapes } from '../../shapes/index.ts'
import { getDocument, getElement } from '../../shapes/testing/records.ts'
import { richText } from '../../text/testing.ts'
import { exportTexts } from './board-texts.ts'
import { embedInPng, embedInSvg } from './embed-board.ts'
import { PngWriter } from '../png-writer.ts'
import { tavlaFile } from './tavla-file.ts'

const page = { id: 'page', kind: 'page', parent: null, z: 'a', name: 'Week 7', by: 'u', made: 1 }
const getSticky = (id: string, x: number, y: number, text: string, parent = 'page') =>
  getElement('sticky', { id, parent, x, y, w: 100, h: 100, text: richText(text) })
const records = [
  page,
  getSticky('low', 0, 300, '=1+1, "a"'),
  getSticky('high', 0, 0, '# 1. <b> *x*'),
  getElement('frame', { id: 'frame', parent: 'page', x: -500, y: -500, w: 200, h: 200, title: 'Plan' }),
  getSticky('inside', -480, -480, 'Pack\nGo', 'frame'),
]
const document = getDocument(records)

async function getImages(): Promise<readonly (readonly [name: string, image: Blob])[]> {
  const board = await tavlaFile({ document, ids: ['high', 'frame'], shapes }, 'zip', () => Promise.reject(new Error('none'))) // prettier-ignore
  const writer = new PngWriter(2, 2)
  await writer.addRows(new Uint8ClampedArray(16))
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="1"><rect/></svg>'], { type: 'image/svg+xml' }) // prettier-ignore
  return [
    ['a.png', await embedInPng(await writer.finish(), board.blob)],
    ['a.svg', await embedInSvg(svg, board.blob)],
  ]
}

describe('a board that is embedded in an image', () => {
  it('is opened from it again, and only whole', async () => {
    for (const [name, image] of await getImages()) {
      const bytes = new Uint8Array(await image.arrayBuffer())
      const drawing = readDrawing({ name, bytes })
      if (isImportFailure(drawing)) throw new Error(drawing.message)
      expect(Object.fromEntries(drawing.report.made)).toEqual({ frame: 1, sticky: 2 })
      expect(getTexts(drawing).sort()).toEqual(['# 1. <b> *x*', 'Pack\nGo'])
      for (let length = 4; length < bytes.length - 20; length += 17)
        expect(
          isImportFailure(readDrawing({ name, bytes: bytes.slice(0, length) })),
          `${name} ${length}`,
        ).toBe(true)
    }
  })
})

describe('texts of a board', () => {
  it('are a Markdown outline in reading order, in which nothing is markup by accident', async () => {
    const blob = exportTexts({ document, ids: ['page'], shapes, title: 'Trip' }, 'md')
    expect(await blob.text()).toBe(
      '# Trip\n\n## Week 7\n\n- \\# 1. \\<b\\> \\*x\\*\n- =1+1, "a"\n\n### Plan\n\n- Pack\\\n  Go\n',
    )
  })

  it('are a table that no spreadsheet runs as formulas', async () => {
    const blob = exportTexts({ document, ids: ['page'], shapes, title: 'Trip' }, 'csv')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
    expect(text).toBe(
      '\ufeffpage,frame,kind,text\r\nWeek 7,,sticky,# 1. <b> *x*\r\nWeek 7,,sticky,"\'=1+1, ""a"""\r\nWeek 7,Plan,sticky,"Pack\nGo"\r\n',
    )
  })
})
