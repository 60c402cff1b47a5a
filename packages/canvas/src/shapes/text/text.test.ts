import { describe, expect, it } from 'vitest'
import type { ElementRecord } from '../../document/model/record.ts'
import { getCorners } from '../../geometry/box.ts'
import { richText } from '../../text/testing.ts'
import { drawn, getElement, getView } from '../testing/records.ts'
import { text } from './index.ts'

function fitted(over: Readonly<Record<string, unknown>>): ElementRecord {
  const record = getElement('text', { size: 10, text: richText('abcd'), ...over })
  return { ...record, ...text.edit!.fit!(record, getView()) }
}

describe('the box', () => {
  it('is as wide as its text and grows at the side opposite to its alignment', () => {
    expect(fitted({ align: 'start' })).toMatchObject({ x: 10, y: 20, w: 20, h: 13.5 })
    expect(fitted({ align: 'center' })).toMatchObject({ x: 50, w: 20 })
    expect(fitted({ align: 'end' })).toMatchObject({ x: 90, w: 20 })
  })

  it('keeps its corner in place on the page when rotated', () => {
    const before = getElement('text', { r: 30 })
    const after = fitted({ r: 30 })
    expect(getCorners(after, 30)[0].x).toBeCloseTo(getCorners(before, 30)[0].x, 1)
    expect(getCorners(after, 30)[0].y).toBeCloseTo(getCorners(before, 30)[0].y, 1)
  })

  it('grows downwards only, if the user chose the width', () => {
    expect(fitted({ wraps: true, w: 12 })).toMatchObject({ x: 10, w: 12, h: 27 })
  })
})

describe('resizing', () => {
  const record = fitted({})

  it('at a corner scales the font', () => {
    const fields = text.edit!.reshape!(
      record,
      { box: { x: 10, y: 20, w: 40, h: 27 }, from: 'corner' },
      getView(),
    )
    expect(fields).toMatchObject({ size: 20, w: 40, h: 27 })
  })

  it('at a side wraps the text', () => {
    const fields = text.edit!.reshape!(
      record,
      { box: { x: 10, y: 20, w: 10, h: 13.5 }, from: 'side' },
      getView(),
    )
    expect(fields).toMatchObject({ wraps: true, w: 10, h: 27 })
  })
})

it('is drawn like this', () => {
  expect(drawn(fitted({ color: 'red' }))).toMatch(
    /^<text x="20" y="30.39" text-anchor="middle" xml:space="preserve" font-family="Inter, [^"]*" font-size="10" fill="#bf3b33">abcd<\/text>$/,
  )
})
