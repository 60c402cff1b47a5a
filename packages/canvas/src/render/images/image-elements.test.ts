import { expect, it } from 'vitest'
import type { RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import { ImageElements } from './image-elements.ts'

const view: Box = { x: 0, y: 0, w: 100, h: 100 }
const boxes = new Map<RecordId, Box>([
  ['near' as RecordId, { x: 90, y: 90, w: 50, h: 50 }],
  ['far' as RecordId, { x: 200, y: 0, w: 50, h: 50 }],
])
const getBox = (id: RecordId): Box | undefined => boxes.get(id)

it('tells which images are in the view by where their elements are now, and takes each drawing once', () => {
  const elements = new ImageElements()
  expect(elements.isIn(view, 'photo', getBox)).toBe(true)
  for (const id of ['far', 'deleted']) elements.add('photo', id as RecordId)
  expect(elements.isIn(view, 'photo', getBox)).toBe(false)
  elements.add('photo', 'near' as RecordId)
  expect(elements.isIn(view, 'photo', getBox)).toBe(true)
  expect(elements.take('photo', getBox)).toEqual([
    boxes.get('far' as RecordId),
    boxes.get('near' as RecordId),
  ])
  expect(elements.take('photo', getBox)).toEqual([])
})
