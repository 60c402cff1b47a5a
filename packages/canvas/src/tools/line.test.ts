import { describe, expect, test } from 'vitest'
import { BoardDriver } from '../testing/board-driver.ts'

/** The points of the only element, page units. */
function getPoints(board: BoardDriver): (readonly [number, number])[] {
  const { x, y, w, h, points } = board.only() as ReturnType<BoardDriver['only']> & { points: number[] }
  return Array.from({ length: points.length / 2 }, (_, i) => [
    Math.round(x + points[2 * i]! * w),
    Math.round(y + points[2 * i + 1]! * h),
  ])
}

function place(board: BoardDriver, ...points: readonly (readonly [number, number])[]): BoardDriver {
  board.key('L')
  for (const [x, y] of points) board.click(x, y)
  return board
}

describe('a line by clicks', () => {
  test('has a point for each click, follows the pointer, and ends with Enter as one undo step', async () => {
    const board = new BoardDriver()
    const other = new BoardDriver({ room: board.room, uid: 'kim' })
    place(board, [100, 100], [300, 100]).move(300, 240)
    expect(board.editor.drawn.childIds('page')).toHaveLength(1)
    expect(board.elements()).toEqual([])
    board.click(300, 200).key('Enter')
    await board.settle()
    expect(getPoints(board)).toEqual([
      [100, 100],
      [300, 100],
      [300, 200],
    ])
    expect(getPoints(other)).toEqual(getPoints(board))
    expect(board.tool).toBe('select')
    board.key('Mod+Z')
    expect(board.elements()).toEqual([])
  })

  test('ends with a double click, whose second click adds no point', () => {
    const board = place(new BoardDriver(), [100, 100], [300, 100])
    board.doubleClick(300, 200)
    expect(getPoints(board)).toHaveLength(3)
  })

  test('is closed by a click on its first point', () => {
    const board = place(new BoardDriver(), [100, 100], [300, 100], [300, 200], [104, 103])
    expect(board.only()).toMatchObject({ closed: true })
    expect(getPoints(board)).toHaveLength(3)
  })

  test('loses its last point with Backspace, and all of them with Escape', () => {
    const board = place(new BoardDriver(), [100, 100], [300, 100], [300, 200])
    board.key('Backspace')
    board.key('Enter')
    expect(getPoints(board)).toEqual([
      [100, 100],
      [300, 100],
    ])
    board.key('Mod+Z')
    place(board, [100, 100], [300, 100])
    board.key('Escape')
    expect(board.editor.drawn.childIds('page')).toEqual([])
    place(board, [100, 100])
    board.key('Backspace')
    expect(board.editor.runner.busy.value).toBe(false)
  })

  test('with Shift keeps to multiples of 15 degrees from its last point', () => {
    const board = place(new BoardDriver(), [100, 100], [300, 100])
    board.move(305, 300, { shift: true }).click(305, 300, { shift: true })
    board.key('Enter')
    expect(getPoints(board).at(-1)![0]).toBe(300)
  })

  test('by touch is tapped', () => {
    const board = new BoardDriver()
    const finger = { device: 'touch' as const }
    board.key('L')
    for (const [x, y] of [
      [100, 100],
      [300, 100],
      [300, 300],
    ] as const)
      board.tick(1_000).down(x, y, {}, finger).up(finger)
    board.down(300, 300, {}, finger).up(finger)
    expect(getPoints(board)).toHaveLength(3)
  })

  test('alone, a point is no line', () => {
    const board = place(new BoardDriver(), [100, 100])
    board.key('Enter')
    expect(board.elements()).toEqual([])
  })
})
