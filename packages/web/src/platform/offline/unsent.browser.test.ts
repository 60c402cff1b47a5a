import type { Change, OutboxEntry, RichText } from '@tavla/canvas/model'
import { getPlainText, richTextFromPlain } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { clock } from '../dom/clock.ts'
import { discardUnsentWork, readUnsentWork } from './unsent-work.ts'
import { openOutbox } from './outbox/outbox.ts'
import { draftsByBoard, openSuggestionDrafts } from './suggestion-drafts.ts'
import { openUndecided } from './undecided/undecided-store.ts'
import { discardUnsent, unsentEdits } from './unsent.ts'
import { openWaitingFiles } from './waiting-files.ts'

const host = { indexedDB, locks: navigator.locks, now: () => 0, after: clock.after, tab: 'a' }
const entry = (id: string): OutboxEntry => ({
  edit: { id, base: 0, mark: 'm', changes: [] },
  schema: { rect: 1 },
})

/** A tab that was closed before it could send. */
async function leave(uid: string, wid: string, ...ids: string[]) {
  const outbox = await openOutbox({ uid, wid, tab: `${uid}-${wid}` }, host)
  for (const id of ids) await outbox.add(entry(id))
  await outbox.close()
}

test('unsent work is listed by board, for its author only', async () => {
  const uid = `count-${performance.timeOrigin}`
  await leave(uid, 'one', 'a:1')
  await leave(uid, 'two', 'b:1', 'b:2')
  expect(await unsentEdits(uid)).toEqual([
    { wid: 'one', count: 1, undecided: 0, isStored: true },
    { wid: 'two', count: 2, undecided: 0, isStored: true },
  ])
  expect(await unsentEdits('nobody')).toEqual([])
})

test('it is counted in elements: a note is one however often it was changed, and an image is one with its file', async () => {
  const boardKey = { uid: `things-${performance.timeOrigin}`, wid: 'one' }
  const ids = ['placed', 'refused']
  const files = await openWaitingFiles(boardKey, { ...host, randomId: () => ids.shift() ?? '' })
  const file = await files.add(new Blob(['x']), 'a.png')
  await files.change(await files.add(new Blob(['y']), 'b.png'), { refused: { code: 4013, data: null } })
  files.close()
  const outbox = await openOutbox({ ...boardKey, tab: 'things' }, host)
  const edits: Change[][] = [
    [{ op: 'put', record: { id: 'note', kind: 'sticky', parent: 'page', z: 'a' } }],
    [{ op: 'patch', id: 'note', fields: { x: 1 } }],
    [{ op: 'patch', id: 'note', fields: { x: 2 } }],
    [{ op: 'put', record: { id: 'image', kind: 'image', parent: 'page', z: 'b', file } }],
  ]
  for (const [i, changes] of edits.entries())
    await outbox.add({ ...entry(''), edit: { id: `a:${i + 1}`, base: 0, mark: 'm', changes } })
  await outbox.close()
  expect(await unsentEdits(boardKey.uid)).toEqual([{ wid: 'one', count: 2, undecided: 1, isStored: true }])
})

test('once discarded it is gone, and that of other people stays', async () => {
  const [uid, other] = [`gone-${performance.timeOrigin}`, `stays-${performance.timeOrigin}`]
  await leave(uid, 'one', 'a:1')
  await leave(other, 'one', 'b:1')
  await discardUnsent(uid)
  expect(await unsentEdits(uid)).toEqual([])
  expect(await unsentEdits(other)).toEqual([{ wid: 'one', count: 1, undecided: 0, isStored: true }])
})

test('without storage, unsent work of an open board would be lost with the page', async () => {
  const uid = `tab-${performance.timeOrigin}`
  const outbox = await openOutbox({ uid, wid: 'one', tab: 'a' }, { ...host, indexedDB: undefined })
  expect(await unsentEdits(uid, undefined)).toEqual([])
  await outbox.add(entry('a:1'))
  expect(await unsentEdits(uid, undefined)).toEqual([{ wid: 'one', count: 1, undecided: 0, isStored: false }])
  await outbox.close()
  expect(await unsentEdits(uid, undefined)).toEqual([])
})

test('pending uploads count like edits; pending decisions are counted apart and discarded with the rest', async () => {
  const uid = `all-${performance.timeOrigin}`
  const files = await openWaitingFiles({ uid, wid: 'one' }, { ...host, randomId: () => 'f' })
  await files.add(new Blob(['x']), 'a.png')
  const undecided = await openUndecided({ uid, wid: 'two' }, host)
  await undecided.add({
    type: 'deletesSkipped',
    editId: 'a:1',
    mark: 'm',
    records: [{ id: 'r', by: null }],
  })
  expect(await unsentEdits(uid)).toEqual([
    { wid: 'one', count: 1, undecided: 0, isStored: true },
    { wid: 'two', count: 0, undecided: 1, isStored: true },
  ])
  await discardUnsent(uid)
  expect(await unsentEdits(uid)).toEqual([])
  files.close()
  await undecided.close()
})

test('an unsent suggestion counts as a pending decision, can be read if the board cannot be opened, and can be discarded', async () => {
  const uid = `draft-${performance.timeOrigin}`
  const boardKey = { uid, wid: 'one' }
  const typed = await openSuggestionDrafts(boardKey, host)
  typed.set('note', richTextFromPlain('Ship on Monday'))
  typed.set('other', richTextFromPlain('Gone'))
  typed.set('other', null)
  await typed.close()
  expect(await unsentEdits(uid)).toEqual([{ wid: 'one', count: 0, undecided: 1, isStored: true }])

  const reopened = await openSuggestionDrafts(boardKey, host)
  expect(reopened.list().map(({ target, text }) => [target, getPlainText(text)])).toEqual([
    ['note', 'Ship on Monday'],
  ])
  expect((await openSuggestionDrafts({ uid, wid: 'two' }, host)).list()).toEqual([])
  const { items } = await readUnsentWork(boardKey)
  expect(JSON.stringify(items)).toContain('Ship on Monday')
  await reopened.close()

  await discardUnsentWork(boardKey)
  expect(await unsentEdits(uid)).toEqual([])
  const last = await openSuggestionDrafts(boardKey, host)
  last.set('note', richTextFromPlain('Once more'))
  await last.close()
  await discardUnsent(uid)
  expect(await unsentEdits(uid)).toEqual([])
})

test('two tabs that type suggestions for one element keep both, each offered until it is sent or discarded', async () => {
  const boardKey = { uid: `tabs-${performance.timeOrigin}`, wid: 'one' }
  const open = (tab: string, at: number) => openSuggestionDrafts(boardKey, { ...host, tab, now: () => at })
  const shown = (text: RichText | undefined) => text && getPlainText(text)
  const [first, second] = [await open('first', 1), await open('second', 2)]
  first.set('note', richTextFromPlain('Words of the first tab'))
  second.set('note', richTextFromPlain('Words of the second tab'))
  await first.close()
  await second.close()

  const third = await open('third', 3)
  expect(shown(third.get('note'))).toBe('Words of the second tab')
  third.set('note', richTextFromPlain('Words of the second tab, and more'))
  expect(shown(third.get('note'))).toBe('Words of the second tab, and more')
  // Sent.
  third.set('note', null)
  expect(shown(third.get('note'))).toBe('Words of the first tab')
  await third.close()
  const last = await open('last', 4)
  expect(last.list().map(({ text }) => getPlainText(text))).toEqual(['Words of the first tab'])
  last.get('note')
  last.set('note', null)
  await last.close()
  expect(await draftsByBoard(boardKey.uid)).toEqual(new Map())
})

test('without storage, an unsent suggestion lives as long as its page', async () => {
  const drafts = await openSuggestionDrafts({ uid: 'u', wid: 'w' }, { ...host, indexedDB: undefined })
  drafts.set('note', richTextFromPlain('Here'))
  expect(drafts.get('note')).toBeDefined()
  await drafts.close()
  expect(await draftsByBoard('u', undefined)).toEqual(new Map())
})
