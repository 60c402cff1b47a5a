import { describe, expect, test } from 'vitest'
import { BoardDriver } from '../../testing/board-driver.ts'

const filled = { fill: 'red', stroke: 'none' }

/** Boxes of 100 by 100 in a row at these x, all at y 100. */
function row(...xs: readonly number[]) {
  const board = new BoardDriver()
  const ids = xs.map((x) => board.put('rect', x, 100, 100, 100, filled))
  return { board, ids }
}

const getGaps = (board: BoardDriver) =>
  board.editor.overlay.value.gaps.map(({ from, to, size }) => [from.x, to.x, size])

describe('dragging in a row', () => {
  test('snaps to the middle between two neighbours and shows both distances', () => {
    const { board, ids } = row(0, 223, 500)
    board.move(270, 150).down(270, 150).move(300, 155).move(298, 155)
    expect(getGaps(board)).toEqual([
      [100, 250, 150],
      [350, 500, 150],
    ])
    board.up()
    expect(board.get(ids[1]!).x).toBe(250)
    expect(getGaps(board)).toEqual([])
    board.key('Mod+Z')
    expect(board.get(ids[1]!).x).toBe(223)
  })

  test('repeats the gap of its neighbours, on either side', () => {
    const { board, ids } = row(200, 340, 700)
    board.move(750, 150).down(750, 150).move(600, 155).move(533, 155)
    expect(getGaps(board)).toEqual([
      [440, 480, 40],
      [300, 340, 40],
    ])
    board.up()
    expect(board.get(ids[2]!).x).toBe(480)
    board.move(530, 150).down(530, 150).move(200, 155).move(108, 155).up()
    expect(board.get(ids[2]!).x).toBe(60)
  })

  test('works in columns, and not with Mod, a grid or elements that are not beside it', () => {
    const board = new BoardDriver()
    board.put('rect', 100, 0, 100, 50, filled)
    board.put('rect', 100, 500, 100, 50, filled)
    const moved = board.put('rect', 103, 103, 100, 100, filled)
    board.move(150, 150).down(150, 150).move(160, 270).move(160, 273)
    expect(board.editor.overlay.value.gaps).toHaveLength(2)
    board.up()
    expect(board.get(moved).y).toBe(225)
    board.key('Mod+Z')
    board.move(150, 150).down(150, 150).move(160, 270, { mod: true }).move(160, 273, { mod: true })
    expect(board.editor.overlay.value.gaps).toEqual([])
    board.up()
    expect(board.get(moved).y).toBe(226)
    board.key('Mod+Z')
    board.move(150, 150).down(150, 150).move(460, 270).move(460, 273)
    expect(board.editor.overlay.value.gaps).toEqual([])
    board.up()
  })
})
