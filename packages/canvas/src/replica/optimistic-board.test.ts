import { expect, test } from 'vitest'
import type { Entry } from '../document/model/change.ts'
import { OptimisticBoard } from './optimistic-board.ts'

const entry = (id: string, fields: object = {}): Entry => ({
  record: { id, kind: 'box', parent: 'page', z: 'V', by: 'ann', made: 1, ...fields },
  clock: {},
  pieces: [],
  open: false,
})

function watched(): { readonly board: OptimisticBoard; readonly announced: string[][] } {
  const board = new OptimisticBoard()
  const announced: string[][] = []
  board.state.write('old', entry('old'))
  board.change(() => undefined)
  board.observe(({ rest }) => void announced.push([...rest].sort()))
  return { board, announced }
}

test('records added, changed and removed by one change are announced together', () => {
  const { board, announced } = watched()
  board.change(() => {
    board.state.write('new', entry('new'))
    board.state.write('new', entry('new', { x: 1 }))
    board.state.write('old', entry('old', { x: 1 }))
  })
  board.change(() => board.state.write('new', undefined))
  expect(announced).toEqual([['new', 'old'], ['new']])
})

test('a record that comes and goes within one change is not announced, one that comes back as it was neither', () => {
  const { board, announced } = watched()
  board.change(() => {
    board.state.write('new', entry('new'))
    board.state.write('new', undefined)
    board.state.write('old', undefined)
    board.state.write('old', entry('old'))
  })
  expect(announced).toEqual([])
  board.change(() => {
    board.state.write('new', entry('new'))
    board.state.write('new', undefined)
    board.state.write('new', entry('new'))
  })
  expect(announced).toEqual([['new']])
})
