import { expect, it } from 'vitest'
import { SvgPen } from '../../render/pens/svg-pen.ts'
import { getElement, fullOptions, getView } from '../testing/records.ts'
import { image } from './index.ts'

function markup(over: Readonly<Record<string, unknown>>): string {
  const pen = new SvgPen({ image: (id) => (id === 'here' ? 'data:image/png;base64,AA"<' : undefined) })
  image.draw(pen, getElement('image', over), getView(), fullOptions)
  return pen.markup()
}

it('shows the cropped part of the image in its box', () => {
  const crop = { x: 0.5, y: 0, w: 0.5, h: 0.5 }
  expect(markup({ file: 'here', crop, alt: 'A "cat"' })).toBe(
    '<defs><clipPath id="t-clip0"><rect x="10" y="20" width="100" height="60"/></clipPath></defs>' +
      '<g clip-path="url(#t-clip0)"><image x="-90" y="20" width="200" height="120" preserveAspectRatio="none"' +
      ' href="data:image/png;base64,AA&quot;&lt;" role="img" aria-label="A &quot;cat&quot;"/></g>',
  )
})

it('is mirrored about its centre', () => {
  expect(markup({ file: 'here', flipX: true })).toContain('matrix(-1 0 0 1 120 0)')
})

it('is a pale area until the image has loaded', () => {
  const area = '<rect x="10" y="20" width="100" height="60" fill="#e4e1da"/>'
  expect(markup({ file: '' })).toBe(area)
  expect(markup({ file: 'elsewhere' })).toBe(area)
})
