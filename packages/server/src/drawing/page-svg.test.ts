import type { BoardRecord } from '@tavla/canvas/svg'
import { BoardState, richTextFromPlain } from '@tavla/canvas/model'
import { expect, it } from 'vitest'
import { createMeasure } from './measure.ts'
import { drawPage } from './page-svg.ts'
import { getRecord } from './testing/records.ts'

const measure = await createMeasure()

function getDocument(...records: BoardRecord[]): BoardState {
  const state = new BoardState()
  for (const one of records) state.write(one.id, { record: one, clock: {}, pieces: [], open: false })
  return state
}

const page = getRecord('page', 'page', { parent: null, name: 'One' })

function note(text: string, over: Readonly<Record<string, unknown>> = {}): BoardRecord {
  return getRecord('sticky', `note-${text}`, { text: richTextFromPlain(text), size: 16, w: 120, ...over })
}

function getLines(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((match) => match[1]!)
}

it('draws the first page of a board, with text wrapped by our fonts’ widths', () => {
  const svg = drawPage({ document: getDocument(page, note('Wave after wave after wave')), measure })
  expect(svg).toMatch(/^<svg [^>]*viewBox="-34 -34 188 148"/)
  expect(getLines(svg)).toEqual(['Wave after', 'wave after', 'wave'])
})

it('draws another page on request, and nothing for an empty board', () => {
  const other = getRecord('page', 'other', { parent: null })
  const document = getDocument(page, other, note('here'), note('there', { parent: 'other' }))
  expect(getLines(drawPage({ document, measure, page: 'other' }))).toEqual(['there'])
  expect(drawPage({ document: getDocument(), measure })).toContain('width="1" height="1"')
})

it('draws bars for characters without a font', () => {
  const svg = drawPage({ document: getDocument(page, note('a 漢字 b')), measure })
  expect(getLines(svg)).toEqual(['a ', ' b'])
  expect(svg).toMatch(/<rect [^>]*width="32" height="6.4"[^>]*fill-opacity="0.45"/)
})
