import type { BoardRecord, Change, EditOutcome, RemovedTarget } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { getItems } from '../../platform/offline/undecided/undecided-items.ts'
import { getCards, type UndecidedCard } from '../../platform/offline/undecided/cards.ts'
import { type DecidingReplica, keepBoth, keepTheirs, canKeepBoth, applyMine } from './decide.ts'

const sticky = {
  id: 'a',
  kind: 'sticky',
  parent: 'page',
  z: 'a',
  by: 'ada',
  made: 1,
  x: 10,
  y: 20,
  w: 5,
  h: 5,
}

function setUp(...records: readonly unknown[]) {
  const log: unknown[] = []
  const recordsById = new Map(records.map((record) => [(record as BoardRecord).id, record as BoardRecord]))
  let refused: { after: number } | null = null
  const answer = () => {
    if (refused === null || refused.after-- > 0) return undefined
    return { refused: 'role' as const, message: '' }
  }
  const replica = {
    document: { get: (id: string) => recordsById.get(id) },
    edit(changes: readonly Change[]) {
      const refusal = answer()
      if (!refusal) log.push(...changes)
      return refusal
    },
    takeOver(fields: readonly { field: string; mine: unknown }[]) {
      log.push(...fields.map(({ field, mine }) => `${field}=${String(mine)}`))
      return answer()
    },
    restoreRemoved(target: RemovedTarget) {
      log.push(`back ${target.id}`)
      return answer()
    },
  } as unknown as DecidingReplica
  return { replica, log, refuseAfter: (after: number) => void (refused = { after }) }
}

const card = (...outcomes: readonly EditOutcome[]): UndecidedCard =>
  getCards(outcomes.flatMap((outcome, i) => getItems(outcome, i)))[0]!
const createId = () => 'fresh'
const origin = { editId: 't:1', mark: 'm' }
const fields = card({
  ...origin,
  type: 'fieldsSkipped',
  fields: [{ id: 'a', field: 'x', mine: 99, theirs: 10, by: 'bo' }],
})
const rejectedPut = (editId: string, id: string): EditOutcome => {
  const changes: Change[] = [{ op: 'put', record: { id, kind: 'sticky', parent: 'page', z: 'a' } }]
  const entered = [{ id: 'one', kind: null, fields: {}, text: '' }]
  return { ...origin, editId, type: 'rejected', refusal: { refused: 'role', message: '' }, changes, entered }
}

test('"mine" overwrites theirs, "theirs" changes nothing, and "both" adds a copy next to it', () => {
  const { replica, log } = setUp(sticky)
  expect(applyMine(fields, replica, createId)).toEqual({ keys: fields.keys })
  expect(keepTheirs(fields)).toEqual({ keys: fields.keys })
  expect(canKeepBoth(fields, replica)).toBe(true)
  expect(keepBoth(fields, replica, createId)).toEqual({ keys: fields.keys })
  expect(log).toEqual([
    'x=99',
    { op: 'put', record: { id: 'fresh', kind: 'sticky', parent: 'page', z: 'a', x: 99, y: 20, w: 5, h: 5 } },
  ])
})

test('a skipped delete is repeated for what still exists', () => {
  const { replica, log } = setUp()
  const gone = card({ ...origin, type: 'deletesSkipped', records: [{ id: 'a', by: 'bo' }] })
  expect(applyMine(gone, replica, createId)).toEqual({ keys: gone.keys })
  expect(log).toEqual([])
  const there = setUp(sticky)
  applyMine(gone, there.replica, createId)
  expect(there.log).toEqual([{ op: 'remove', ids: ['a'] }])
})

test('what is refused again stays undecided', () => {
  const { replica, refuseAfter } = setUp()
  refuseAfter(0)
  const removed = card({
    ...origin,
    type: 'recordsRemoved',
    records: [{ id: 'a', by: 'bo', removedAt: 3, record: null, entered: [] }],
  })
  expect(applyMine(removed, replica, createId)).toMatchObject({ keys: [], refusal: { refused: 'role' } })
})

test('refused edits are sent in order; the first one refused again and those after it stay', () => {
  const { replica, log, refuseAfter } = setUp()
  refuseAfter(1)
  const both = card(rejectedPut('t:1', 'a'), rejectedPut('t:2', 'b'))
  expect(applyMine(both, replica, createId)).toMatchObject({
    keys: ['t:1/rejected'],
    refusal: { refused: 'role' },
  })
  expect(log).toHaveLength(1)
})

test('what another tab has sent already is not sent twice', () => {
  const { replica, log } = setUp(sticky)
  const sent = card(rejectedPut('t:1', 'a'))
  expect(applyMine(sent, replica, createId)).toEqual({ keys: sent.keys })
  expect(log).toEqual([])
})

test('an element restored by someone else gets this person’s changes; typed text becomes a copy', () => {
  const removed = (text: string) =>
    card({
      ...origin,
      type: 'recordsRemoved',
      records: [
        {
          id: 'a',
          by: 'bo',
          removedAt: 3,
          record: sticky as unknown as BoardRecord,
          entered: [{ id: 'a', kind: null, fields: { x: 99 }, text }],
        },
      ],
    })
  const moved = setUp(sticky)
  applyMine(removed(''), moved.replica, createId)
  expect(moved.log).toEqual([{ op: 'patch', id: 'a', fields: { x: 99 } }])
  const typed = setUp(sticky)
  applyMine(removed('words'), typed.replica, createId)
  expect(typed.log).toMatchObject([{ op: 'put', record: { id: 'fresh', parent: 'page', x: 10 } }])
  const gone = setUp()
  applyMine(removed('words'), gone.replica, createId)
  expect(gone.log).toEqual(['back a'])
})
