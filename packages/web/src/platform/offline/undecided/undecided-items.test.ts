import type { EditOutcome } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { compareItems, getItems, needsDecision } from './undecided-items.ts'

const origin = { editId: 'tab:7', mark: 'm' }
const value = (id: string, field: string) => ({ id, field, mine: 1, theirs: 2, by: 'bo' })
const target = (id: string) => ({ id, by: 'bo', removedAt: 9, record: null, entered: [] })

const outcomes: readonly (readonly [EditOutcome, readonly string[], boolean])[] = [
  [
    { ...origin, type: 'rejected', refusal: { refused: 'role', message: '' }, changes: [], entered: [] },
    ['tab:7/rejected'],
    true,
  ],
  [
    { ...origin, type: 'fieldsSkipped', fields: [value('a', 'x'), value('a', 'y'), value('b', 'x')] },
    ['tab:7/skipped/a', 'tab:7/skipped/b'],
    true,
  ],
  [
    {
      ...origin,
      type: 'deletesSkipped',
      records: [
        { id: 'a', by: null },
        { id: 'b', by: 'bo' },
      ],
    },
    ['tab:7/delete/a', 'tab:7/delete/b'],
    true,
  ],
  [
    { ...origin, type: 'recordsRemoved', records: [target('a'), target('b')] },
    ['tab:7/removed/a', 'tab:7/removed/b'],
    true,
  ],
  [{ type: 'keptFromDelete', by: 'bo', ids: ['a', 'b'] }, ['kept/bo/a', 'kept/bo/b'], false],
]

test.each(outcomes)(
  'an outcome is split by record under names that stay the same',
  (outcome, keys, decides) => {
    const items = getItems(outcome, 5)
    expect(items.map(({ key }) => key)).toEqual(keys)
    expect(items.map(needsDecision)).toEqual(keys.map(() => decides))
    expect(getItems(outcome, 6).map(({ key }) => key)).toEqual(keys)
  },
)

test('items are in the order in which their edits were made', () => {
  const createItem = (editId: string, at: number) =>
    getItems({ type: 'recordsRemoved', editId, mark: 'm', records: [target('a')] }, at)
  const items = [...createItem('t:10', 5), ...createItem('t:2', 5), ...createItem('t:11', 4)]
  expect(items.toSorted(compareItems).map(({ key }) => key)).toEqual([
    't:11/removed/a',
    't:2/removed/a',
    't:10/removed/a',
  ])
})
