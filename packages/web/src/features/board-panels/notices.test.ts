import type { BoardEvent, ReplicaEvent } from '@tavla/canvas'
import { expect, test } from 'vitest'
import { fakeClock } from '../../platform/fake-clock.ts'
import { boardNotices } from './notices.ts'

function setUp() {
  const clock = fakeClock()
  let board: (event: BoardEvent) => void = () => {}
  let room: (event: ReplicaEvent) => void = () => {}
  const pasted: unknown[] = []
  const notices = boardNotices(
    {
      observe(listener) {
        board = listener
        return () => {}
      },
      bring: { pasteLines: (lines, as) => void pasted.push([lines, as]) },
    },
    {
      observe(listener) {
        room = listener
        return () => {}
      },
    },
    clock,
  )
  return {
    notices,
    clock,
    pasted,
    board: (event: BoardEvent) => board(event),
    room: (event: ReplicaEvent) => room(event),
  }
}

test('a refusal is said, and goes by itself', () => {
  const { notices, clock, board } = setUp()
  board({ type: 'refused', refusal: { refused: 'locked', message: '' } })
  expect(notices.shown.value).toEqual({ type: 'refused', reason: 'locked' })
  clock.pass(5_999)
  expect(notices.shown.value).not.toBeNull()
  clock.pass(1)
  expect(notices.shown.value).toBeNull()
})

test("what kept somebody else's value is taken over by one click", () => {
  const { notices, room } = setUp()
  let taken = 0
  const takeOver = () => {
    taken += 1
    return undefined
  }
  room({ type: 'skipped', fields: [{ id: 'a', field: 'x', mine: 1, theirs: 2 }], takeOver })
  const shown = notices.shown.value
  expect(shown).toMatchObject({ type: 'skipped', count: 1 })
  if (shown?.type === 'skipped') shown.takeOver()
  expect([taken, notices.shown.value]).toEqual([1, null])
})

test('taking over that is refused says so', () => {
  const { notices, room } = setUp()
  room({ type: 'skipped', fields: [], takeOver: () => ({ refused: 'role', message: '' }) })
  const shown = notices.shown.value
  if (shown?.type === 'skipped') shown.takeOver()
  expect(notices.shown.value).toEqual({ type: 'refused', reason: 'role' })
})

test('pasted lines wait for an answer and become what was chosen', () => {
  const { notices, board, pasted, clock } = setUp()
  board({ type: 'pasteChoice', lines: ['a', 'b'], at: { x: 0, y: 0 } })
  clock.pass(10_000)
  const shown = notices.shown.value
  if (shown?.type === 'pasteChoice') shown.choose('stickies')
  expect(pasted).toEqual([[['a', 'b'], 'stickies']])
  expect(notices.shown.value).toBeNull()
})
