import { expect, it } from 'vitest'
import { getPlainText, parseRichText } from '../document/text/rich-text.ts'
import { drawCheck } from '../render/decorations.ts'
import { SvgPen } from '../render/pens/svg-pen.ts'
import { layoutText } from './layout.ts'
import { textWithMarkers } from './rich.ts'
import { halfWidths } from './testing.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const check = (text: string, checked: boolean) => ({
  type: 'checkItem',
  attrs: { checked },
  content: [paragraph(text)],
})
const doc = parseRichText({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Plan' }] },
    paragraph('now'),
    { type: 'checkList', content: [check('milk', false), check('bread', true)] },
  ],
})!

const lay = () => layoutText(doc, { font: 'sans', size: 10, align: 'start', width: 200 }, halfWidths)

it('sets headings larger and bold, and the lines below them lower', () => {
  const { lines, h } = lay()
  expect(lines[0]!.runs[0]).toMatchObject({ text: 'Plan', size: 16, bold: true })
  expect(lines.map(({ top }) => Math.round(top * 10) / 10)).toEqual([0, 21.6, 35.1, 48.6])
  expect(h).toBeCloseTo(62.1)
})

it('has a box before each item of a check list, with no other marker', () => {
  const { lines } = lay()
  expect(lines.map(({ check: box }) => box?.checked)).toEqual([undefined, undefined, false, true])
  const { box } = lines[2]!.check!
  expect(lines[2]!.x).toBe(15)
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.w).toBeLessThan(15)
  expect(lines[2]!.runs.map(({ text }) => text)).toEqual(['milk'])
})

it('is drawn with a tick where it is checked', () => {
  const draw = (index: number) => {
    const pen = new SvgPen()
    drawCheck(pen, lay().lines[index]!.check!, { x: 100, y: 0 }, '#1e2227')
    return pen.markup()
  }
  expect(draw(2)).toMatch(/^<rect [^>]*\/>$/)
  expect(draw(3)).toMatch(/^<rect [^>]*\/><path d="M/)
})

it('is copied as plain text with brackets', () => {
  expect(textWithMarkers(doc)).toBe('Plan\nnow\n[ ] milk\n[x] bread')
  expect(getPlainText(doc)).toBe('Plan\nnow\nmilk\nbread')
})

it.each([0, 4, 1.5, '1', null])('refuses a heading of level %s', (level) => {
  const heading = { type: 'heading', attrs: { level }, content: [{ type: 'text', text: 'x' }] }
  expect(parseRichText({ type: 'doc', content: [heading] })).toBeUndefined()
})

it('refuses an item whose state is no boolean', () => {
  const item = { ...check('x', true), attrs: { checked: 'yes' } }
  expect(parseRichText({ type: 'doc', content: [{ type: 'checkList', content: [item] }] })).toBeUndefined()
})
