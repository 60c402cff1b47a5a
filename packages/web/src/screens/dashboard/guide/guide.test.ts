import { expect, it } from 'vitest'
import { newlyDone } from './guide.ts'

const nothing = { board: false, template: false, invite: false, star: false, folder: false, search: false }

it('a first step is noted when it is done and was not noted before', () => {
  expect(newlyDone({}, nothing)).toEqual([])
  expect(newlyDone({}, { ...nothing, star: true, board: true })).toEqual(['board', 'star'])
  expect(newlyDone({ 'start.board': 'done' }, { ...nothing, star: true, board: true })).toEqual(['star'])
  expect(newlyDone({ 'start.star': 'skipped', 'start.closed': 'done' }, { ...nothing, star: true })).toEqual([
    'star',
  ])
})
