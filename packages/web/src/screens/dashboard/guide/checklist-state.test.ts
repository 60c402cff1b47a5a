import { expect, it } from 'vitest'
import { listNewlyDone } from './checklist-state.ts'

const noSteps = { board: false, template: false, invite: false, star: false, folder: false, search: false }

it('returns steps that are done and not stored yet', () => {
  expect(listNewlyDone({}, noSteps)).toEqual([])
  expect(listNewlyDone({}, { ...noSteps, star: true, board: true })).toEqual(['board', 'star'])
  expect(listNewlyDone({ 'start.board': 'done' }, { ...noSteps, star: true, board: true })).toEqual(['star'])
  expect(
    listNewlyDone({ 'start.star': 'skipped', 'start.closed': 'done' }, { ...noSteps, star: true }),
  ).toEqual(['star'])
})
