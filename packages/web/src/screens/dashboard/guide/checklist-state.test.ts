import { expect, it } from 'vitest'
import { listNewlyDone } from './checklist-state.ts'

const nothing = { board: false, template: false, invite: false, star: false, folder: false, search: false }

it('returns steps that are done and not stored yet', () => {
  expect(listNewlyDone({}, nothing)).toEqual([])
  expect(listNewlyDone({}, { ...nothing, star: true, board: true })).toEqual(['board', 'star'])
  expect(listNewlyDone({ 'start.board': 'done' }, { ...nothing, star: true, board: true })).toEqual(['star'])
  expect(
    listNewlyDone({ 'start.star': 'skipped', 'start.closed': 'done' }, { ...nothing, star: true }),
  ).toEqual(['star'])
})
