import { peopleColorCount } from '@tavla/canvas/people'
import { personColorCount } from '@tavla/contract'
import { expect, test } from 'vitest'
import { personColorCount as shownColors } from '../../../ui/people-colors.ts'

test('the server assigns as many colours as board and page have', () => {
  expect([personColorCount, shownColors]).toEqual([peopleColorCount, peopleColorCount])
})
