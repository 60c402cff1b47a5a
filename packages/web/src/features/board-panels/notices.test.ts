import type { BoardEvent, Refusal, ReplicaEvent } from '@tavla/canvas'
import { expect, test } from 'vitest'
import { fakeClock } from '../../platform/fake-clock.ts'
import { boardNotices } from './notices.ts'

function setUp() {
  const clock = fakeClock()
  let board: (event: BoardEvent) => void = () => {}
  let room: (event: ReplicaEvent) => void = () => {}
  const pasted: unknown[] = []
  const taken: unknown[] = []
  let refusal: Refusal | undefined
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
      takeOver(fields) {
        taken.push(fields.map(({ id, field, mine }) => `${id}.${field}=${String(mine)}`).join())
        return refusal
      },
    },
    clock,
  )
  return {
    notices,
    clock,
    pasted,
    taken,
    refuse: (next: Refusal) => void (refusal = next),
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

const stayed = (id: string, field: string, mine: unknown): ReplicaEvent => ({
  type: 'skipped',
  fields: [{ id, field, mine, theirs: 0 }],
})

test('what kept somebody else’s value waits, all of it together, and is taken over by one click', () => {
  const { notices, clock, room, taken } = setUp()
  for (const event of [stayed('a', 'x', 1), stayed('a', 'y', 2), stayed('b', 'x', 3)]) room(event)
  clock.pass(3_600_000)
  const shown = notices.shown.value
  expect(shown).toMatchObject({ type: 'skipped', count: 2 })
  if (shown?.type === 'skipped') shown.takeOver()
  expect([taken, notices.shown.value]).toEqual([['a.x=1,a.y=2,b.x=3'], null])
})

test('what passes is said first, and does not take away the question behind it', () => {
  const { notices, clock, board, room, taken } = setUp()
  room(stayed('a', 'x', 1))
  board({ type: 'refused', refusal: { refused: 'locked', message: '' } })
  expect(notices.shown.value).toMatchObject({ type: 'refused' })
  clock.pass(6_000)
  expect(notices.shown.value).toMatchObject({ type: 'skipped', count: 1 })
  board({ type: 'uploadFailed', name: 'a.png' })
  notices.close()
  expect(notices.shown.value).toMatchObject({ type: 'skipped', count: 1 })
  notices.close()
  expect([notices.shown.value, taken]).toEqual([null, []])
})

test('taking over that is refused says so', () => {
  const { notices, refuse, room } = setUp()
  refuse({ refused: 'role', message: '' })
  room(stayed('a', 'x', 1))
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
