import type { Change, EditOutcome } from '@tavla/canvas/model'
import { listEnteredContent } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { getCards } from '../../../platform/offline/undecided/cards.ts'
import { getItems } from '../../../platform/offline/undecided/undecided-items.ts'
import { getEnteredText } from './card-text.ts'

const put = (id: string): Change => ({
  op: 'put',
  record: { id, kind: 'sticky', parent: 'page', z: 'a' },
})
const type = (id: string, text: string): Change => ({
  op: 'text',
  id,
  steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text }] } }],
})
const rejected = (editId: string, ...changes: readonly Change[]): EditOutcome => ({
  type: 'rejected',
  editId,
  mark: 'm',
  refusal: { refused: 'role', message: '' },
  changes,
  entered: listEnteredContent(changes),
})
const items = (...outcomes: readonly EditOutcome[]) => outcomes.flatMap((outcome, i) => getItems(outcome, i))

test('refused edits of one element are one card with all typed text; other elements have their own', () => {
  const cards = getCards(
    items(
      rejected('t:1', put('a')),
      rejected('t:2', put('b')),
      rejected('t:3', type('a', 'Hel')),
      rejected('t:4', type('a', 'lo')),
    ),
  )
  expect(cards.map(({ id, keys }) => [id, keys])).toEqual([
    ['rejected/t:1/rejected', ['t:1/rejected', 't:3/rejected', 't:4/rejected']],
    ['rejected/t:2/rejected', ['t:2/rejected']],
  ])
  expect(cards.map(getEnteredText)).toEqual(['Hello', ''])
})

test('an edit of two elements joins their cards', () => {
  const cards = getCards(
    items(
      rejected('t:1', put('a')),
      rejected('t:2', put('b')),
      rejected('t:3', { op: 'remove', ids: ['a', 'b'] }),
    ),
  )
  expect(cards.map(({ keys }) => keys)).toEqual([['t:1/rejected', 't:2/rejected', 't:3/rejected']])
})

test('edits of one deleted element are one card with the last known state', () => {
  const removed = (editId: string, removedAt: number | null, text: string): EditOutcome => ({
    type: 'recordsRemoved',
    editId,
    mark: 'm',
    records: [{ id: 'a', by: 'bo', removedAt, record: null, entered: listEnteredContent([type('a', text)]) }],
  })
  const [card, ...more] = getCards(items(removed('t:1', 9, 'from the '), removed('t:2', null, 'train')))
  expect([more, card?.type, card?.by, card && getEnteredText(card)]).toEqual([
    [],
    'removed',
    'bo',
    'from the train',
  ])
  expect(card?.type === 'removed' && card.target.removedAt).toBe(9)
})

test('of a field that was skipped twice the last value counts', () => {
  const skipped = (editId: string, mine: number): EditOutcome => ({
    type: 'fieldsSkipped',
    editId,
    mark: 'm',
    fields: [{ id: 'a', field: 'x', mine, theirs: 0, by: 'bo' }],
  })
  const [card] = getCards(items(skipped('t:1', 1), skipped('t:2', 2)))
  expect(card?.type === 'fields' && card.fields.map(({ mine }) => mine)).toEqual([2])
})

test('prevented deletions are one card per person', () => {
  const cards = getCards(
    items(
      { type: 'keptFromDelete', by: 'bo', ids: ['a', 'b'] },
      { type: 'keptFromDelete', by: 'bo', ids: ['a'] },
    ),
  )
  expect(cards.map(({ type, by, recordIds }) => [type, by, recordIds])).toEqual([['kept', 'bo', ['a', 'b']]])
})

test('text typed into an element whose creation was refused is part of its card, and created with it', () => {
  const record = { id: 'a', kind: 'sticky', parent: 'page', z: 'a', by: 'me', made: 0, w: 9 }
  const entered = listEnteredContent([type('a', 'Hello')])
  const lost: EditOutcome = {
    type: 'recordsRemoved',
    editId: 't:2',
    mark: 'm',
    records: [{ id: 'a', by: null, removedAt: null, record, entered }],
  }
  const [card, ...more] = getCards(items(rejected('t:1', put('a')), lost))
  expect([more, card?.keys, card && getEnteredText(card)]).toEqual([[], ['t:1/rejected'], 'Hello'])
  expect(card?.type === 'rejected' && [card.also, card.outcomes[0]?.changes]).toEqual([
    ['t:2/removed/a'],
    [{ op: 'put', record: { id: 'a', kind: 'sticky', parent: 'page', z: 'a', w: 9 } }],
  ])
})
