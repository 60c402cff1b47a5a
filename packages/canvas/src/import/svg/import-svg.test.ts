import { describe, expect, it } from 'vitest'
import { isImportFailure } from '../import-failure.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { getFlaws, getTexts } from '../testing.ts'
import { importSvgShapes } from './import-svg.ts'
import { readPathData } from './path-data.ts'

const createSvg = (content: string, attributes = 'viewBox="0 0 100 100"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`

function read(content: string, attributes?: string): ImportedDrawing {
  const drawing = importSvgShapes(createSvg(content, attributes))
  if (isImportFailure(drawing)) throw new Error(drawing.message)
  expect(getFlaws(drawing)).toEqual([])
  return drawing
}
const find = (drawing: ImportedDrawing, kind: string) =>
  drawing.records.filter((record) => record.kind === kind)
const countNotes = ({ report }: ImportedDrawing) =>
  Object.fromEntries(report.notes.map(({ name, count }) => [name, count]))

describe('an SVG', () => {
  it('becomes boxes, ellipses, lines, texts and images, in its order', () => {
    const drawing = read(
      `<rect x="10" y="20" width="30" height="40" fill="#ff0000" stroke="blue" stroke-width="3"/>
       <circle cx="50" cy="50" r="10" fill="none" stroke="#123456"/>
       <line x1="0" y1="0" x2="10" y2="10" stroke="black"/>
       <polygon points="0,0 10,0 5,8" fill="green"/>
       <path d="M0 0h10v10z" fill="none" stroke="black"/>
       <text x="5" y="60" font-size="10">One<tspan x="5" dy="12">Two</tspan></text>
       <image x="1" y="2" width="3" height="4" href="data:image/png;base64,iVBORw0KGgo="/>`,
    )
    expect(Object.fromEntries(drawing.report.made)).toEqual({
      rect: 1,
      ellipse: 1,
      line: 3,
      text: 1,
      image: 1,
    })
    expect(countNotes(drawing)).toEqual({})
    expect(find(drawing, 'rect')[0]).toMatchObject({
      x: 10,
      y: 20,
      w: 30,
      h: 40,
      fill: '#ff0000',
      stroke: '#0000ff',
    })
    expect(find(drawing, 'ellipse')[0]).toMatchObject({ x: 40, y: 40, w: 20, h: 20 })
    expect(getTexts(drawing)).toEqual(['One\nTwo'])
    expect(drawing.images).toHaveLength(1)
  })

  it('is scaled to its size, and its transforms move, turn and enlarge what is in it', () => {
    const drawing = read(
      '<g transform="translate(10 20) scale(2)"><rect width="10" height="10"/><rect x="20" width="10" height="10" transform="rotate(90 25 5)"/></g>',
      'viewBox="0 0 100 100" width="200" height="200"',
    )
    const [first, second] = find(drawing, 'rect')
    expect(first).toMatchObject({ x: 20, y: 40, w: 40, h: 40 })
    expect(second).toMatchObject({ x: 100, y: 40, w: 40, h: 40, r: 90 })
    expect(find(drawing, 'group')).toHaveLength(1)
  })

  it('that is skewed keeps its form as a closed line', () => {
    const drawing = read('<rect width="10" height="10" transform="skewX(45)"/>')
    expect(Object.fromEntries(drawing.report.made)).toEqual({ line: 1 })
    expect(find(drawing, 'line')[0]).toMatchObject({ w: 20, h: 10 })
  })

  it('takes its colours from attributes, styles, classes and inheritance', () => {
    const drawing = read(
      `<style>.a{fill:#00ff00} rect{stroke:red}</style>
       <g fill="#0000ff"><rect width="5" height="5"/><rect class="a" width="5" height="5"/><rect class="a" style="fill:#abcdef" width="5" height="5"/></g>
       <g color="#112233"><rect width="5" height="5" fill="currentColor"/></g>`,
    )
    const fills = find(drawing, 'rect').map(({ fill }) => fill)
    expect(fills.toSorted()).toEqual(['#0000ff', '#00ff00', '#112233', '#abcdef'])
    expect(find(drawing, 'rect').map(({ stroke }) => stroke)).toEqual(Array(4).fill('#ff0000'))
  })

  it('shows what it uses, and reports what shapes cannot show', () => {
    const drawing = read(
      `<defs><rect id="r" width="5" height="5"/><linearGradient id="g"><stop stop-color="#ff00ff"/></linearGradient></defs>
       <use xlink:href="#r" x="20"/><use href="#gone"/>
       <rect width="5" height="5" fill="url(#g)"/><rect width="5" height="5" filter="url(#blur)"/>
       <path d="M0 0h9v9h-9zM3 3h3v3h-3z"/><foreignObject/><image href="https://example.org/a.png" width="5" height="5"/>
       <rect width="5" height="5" fill="none"/>`,
    )
    expect(find(drawing, 'rect').map(({ x, fill }) => [x, fill])).toEqual([[20, 'ink'], [0, '#ff00ff'], [0, 'ink']]) // prettier-ignore
    expect(countNotes(drawing)).toEqual({
      effect: 1,
      fillPattern: 1,
      invisible: 1,
      otherForm: 1,
      pictureMissing: 1,
      unknownKind: 2,
    })
  })

  it('is refused or bounded where it is hostile', () => {
    const bomb = Array.from(
      { length: 40 },
      (_, i) => `<g id="b${i + 1}"><use href="#b${i}"/><use href="#b${i}"/></g>`,
    )
    expect(importSvgShapes(createSvg(`<defs><rect id="b0" width="1" height="1"/>${bomb.join('')}</defs><use href="#b40"/>`))).toMatchObject({ reason: 'too_large' }) // prettier-ignore
    expect(importSvgShapes(createSvg('<g id="a"><use href="#a"/></g>'))).toMatchObject({ reason: 'empty' })
    expect(importSvgShapes('<html/>')).toMatchObject({ reason: 'not_a_drawing' })
    const far = read(
      '<rect width="1e9" height="1"/><rect x="1e300" width="1" height="1"/><circle r="NaN"/><rect width="2" height="2"/>',
    )
    expect(Object.fromEntries(far.report.made)).toEqual({ rect: 1 })
    expect(countNotes(far)).toEqual({ damaged: 2, invisible: 1 })
    const whole = createSvg('<rect width="5" height="5"/><path d="M0 0C1 1 2 2 3 3"/>')
    for (let length = 0; length < whole.length; length += 5)
      expect(isImportFailure(importSvgShapes(whole.slice(0, length)))).toBe(true)
  })
})

describe('path data', () => {
  const ends = (d: string) =>
    readPathData(d, 1_000).map(({ points }) => points.at(-1)).map((at) => at && [Math.round(at.x), Math.round(at.y)]) // prettier-ignore

  it.each([
    ['M1 2 3 4 5 6', [[5, 6]]],
    ['m1 2 3 4 5 6', [[9, 12]]],
    ['M0 0h5v5H1V1', [[1, 1]]],
    ['M0,0C1,1 2,2 3,3S9,9 10,10', [[10, 10]]],
    ['M0 0Q5 5 10 0T20 0', [[20, 0]]],
    ['M0 0a5 5 0 0110 0', [[10, 0]]],
    ['M0 0L5 0zl1 1', [[5, 0], [1, 1]]], // prettier-ignore
    ['M0 0L1 1L2,x L9 9', [[1, 1]]],
    ['M.5.5.25-1e1', [[0, -10]]],
    ['L', []],
  ])('%j ends at %j', (d, expected) => {
    expect(ends(d)).toEqual(expected)
  })

  it('follows arcs on the side that their flags name', () => {
    const [over, under] = ['M0 0A5 5 0 0 1 10 0', 'M0 0A5 5 0 0 0 10 0'].map(
      (d) => readPathData(d, 1_000)[0]!.points,
    )
    expect(Math.min(...over!.map(({ y }) => y))).toBeCloseTo(-5, 5)
    expect(Math.max(...under!.map(({ y }) => y))).toBeCloseTo(5, 5)
  })

  it('takes the arc around the centre that the flags name', () => {
    const getMiddle = (d: string) => {
      const { points } = readPathData(d, 1_000)[0]!
      const { x, y } = points[Math.floor((points.length - 1) / 2)]!
      return [x, y].map((value) => Math.round(value * 100) / 100)
    }
    expect(getMiddle('M0 0A10 10 0 0 1 10 10')).toEqual([7.07, 2.93])
    expect(getMiddle('M0 0A10 10 0 0 0 10 10')).toEqual([2.93, 7.07])
    expect(getMiddle('M0 0A10 10 0 1 1 10 10')).toEqual([17.07, -7.07])
  })
})
