import type { BoardRecord } from '@tavla/canvas/svg'
import { BoardState, richTextFromPlain } from '@tavla/canvas/model'
import { expect, it } from 'vitest'
import { createMeasure } from './measure.ts'
import { drawPage } from './page-svg.ts'
import { recordOf } from './testing/records.ts'

const measure = await createMeasure()

function documentOf(...records: BoardRecord[]): BoardState {
  const state = new BoardState()
  for (const one of records) state.write(one.id, { record: one, clock: {}, pieces: [], open: false })
  return state
}

const page = recordOf('page', 'page', { parent: null, name: 'One' })

function note(text: string, over: Readonly<Record<string, unknown>> = {}): BoardRecord {
  return recordOf('sticky', `note-${text}`, { text: richTextFromPlain(text), size: 16, w: 120, ...over })
}

function linesOf(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((match) => match[1]!)
}

it('draws the first page of a board, its words broken by the widths of our fonts', () => {
  const svg = drawPage({ document: documentOf(page, note('Wave after wave after wave')), measure })
  expect(svg).toMatch(/^<svg [^>]*viewBox="-34 -34 188 148"/)
  expect(linesOf(svg)).toEqual(['Wave after', 'wave after', 'wave'])
})

it('draws another page when it is asked to, and an empty board as nothing', () => {
  const other = recordOf('page', 'other', { parent: null })
  const document = documentOf(page, other, note('here'), note('there', { parent: 'other' }))
  expect(linesOf(drawPage({ document, measure, page: 'other' }))).toEqual(['there'])
  expect(drawPage({ document: documentOf(), measure })).toContain('width="1" height="1"')
})

it('draws bars for letters that it has no font for', () => {
  const svg = drawPage({ document: documentOf(page, note('a 漢字 b')), measure })
  expect(linesOf(svg)).toEqual(['a ', ' b'])
  expect(svg).toMatch(/<rect [^>]*width="32" height="6.4"[^>]*fill-opacity="0.45"/)
})
