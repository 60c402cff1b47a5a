import { expect, test } from 'vitest'
import { BoardDriver } from '../testing/board-driver.ts'

test('a dragged rectangle is one step of undo, is selected, and hands back to the select tool', () => {
  const board = new BoardDriver()
  board.key('R')
  board.drag([100, 100], [300, 220])
  expect(board.only()).toMatchObject({ kind: 'rect', x: 100, y: 100, w: 200, h: 120, r: 0 })
  expect(board.selected).toEqual([board.only().id])
  expect(board.tool).toBe('select')
  board.key('Mod+Z')
  expect(board.elements()).toEqual([])
  board.key('Mod+Shift+Z')
  expect(board.only()).toMatchObject({ x: 100, y: 100, w: 200, h: 120 })
})
