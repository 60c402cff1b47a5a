import { Fragment, Slice } from 'prosemirror-model'
import { Mapping, ReplaceStep, type Step } from 'prosemirror-transform'
import { expect, test } from 'vitest'
import { getPlainText, type RichText, richTextFromPlain, textSchema } from '../document/text/rich-text.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { TestTable } from '../testing/test-table.ts'
import { patch, put } from '../testing/test-room.ts'
import type { TextChange, TextSession } from './ports.ts'

const insert = (at: number, words: string): Step =>
  new ReplaceStep(at, at, new Slice(Fragment.from(textSchema.text(words)), 0, 0))

const shown = (session: TextSession): string => session.doc.textBetween(0, session.doc.content.size, '\n')
const stored = (client: FuzzClient): string =>
  getPlainText(client.replica.document.get('a')?.['text'] as RichText)

async function twoTyping() {
  const table = new TestTable()
  const [ann, bob] = [await table.connectClient('ann'), await table.connectClient('bob')]
  ann.edit([put('a', 'box', { text: richTextFromPlain('hello world') })], 'm0')
  await table.settle()
  const [anns, bobs] = [ann.replica.openText('a')!, bob.replica.openText('a')!]
  return { table, ann, bob, anns, bobs }
}

test('typing is sent after 150 ms and reaches the other text box', async () => {
  const { table, ann, anns, bobs } = await twoTyping()
  anns.apply([insert(1, 'so ')])
  expect([shown(anns), stored(ann)]).toEqual(['so hello world', 'hello world'])
  table.pass(149)
  expect(stored(ann)).toBe('hello world')
  table.pass(1)
  expect(stored(ann)).toBe('so hello world')
  await table.settle()
  expect(shown(bobs)).toBe('so hello world')
})

test('two people typing at once see the same text, with every character', async () => {
  const { table, anns, bobs } = await twoTyping()
  anns.apply([insert(6, ' dear')])
  bobs.apply([insert(12, '!')])
  bobs.apply([insert(1, 'so ')])
  anns.flush()
  await table.settle()
  expect(shown(bobs)).toBe('so hello dear world!')
  bobs.flush()
  await table.settle()
  expect([shown(anns), shown(bobs)]).toEqual(['so hello dear world!', 'so hello dear world!'])
})

test('the caret stays at its character while others type', async () => {
  const { table, anns, bobs } = await twoTyping()
  const changes: TextChange[] = []
  bobs.onRemote((change) => changes.push(change))
  bobs.apply([insert(12, '!')])
  anns.apply([insert(1, 'so ')])
  anns.flush()
  await table.settle()
  const [change] = changes
  if (change?.type !== 'steps') throw new Error('steps expected')
  const mapping = new Mapping()
  change.steps.forEach((step, i) => {
    mapping.appendMap(step.getMap(), change.mirrors.find(([, later]) => later === i)?.[0])
  })
  // The caret behind the exclamation mark, which was taken back and typed again.
  expect(mapping.map(13)).toBe(16)
})

test('an acknowledgement of own typing changes nothing in the text box', async () => {
  const { table, anns } = await twoTyping()
  const changes: TextChange[] = []
  anns.onRemote((change) => changes.push(change))
  anns.apply([insert(1, 'x')])
  anns.flush()
  await table.settle()
  expect(changes).toEqual([])
})

test('typing without a pause is one undo step, a second’s pause starts another', async () => {
  const { table, ann, anns } = await twoTyping()
  anns.apply([insert(12, '1')])
  table.pass(900)
  anns.apply([insert(13, '2')])
  table.pass(1_001)
  anns.apply([insert(14, '3')])
  ann.replica.undo()
  expect([shown(anns), stored(ann)]).toEqual(['hello world12', 'hello world12'])
  ann.replica.undo()
  expect(shown(anns)).toBe('hello world')
  await table.settle()
  ann.replica.redo()
  await table.settle()
  expect(shown(anns)).toBe('hello world12')
})

test('dependent fields are sent with the text', async () => {
  const { table, ann } = await twoTyping()
  const session = ann.replica.openText('a', { getFields: (doc) => ({ h: doc.content.size }) })!
  session.apply([insert(1, 'abc')])
  session.close()
  await table.settle()
  expect(table.room.state().get('a')?.['h']).toBe(16)
})

test('a text that cannot be changed accepts no steps', async () => {
  const { table, ann, anns, bobs } = await twoTyping()
  ann.edit([patch('a', { lock: 'editor' })], 'm')
  await table.settle()
  expect([anns.apply([insert(1, 'x')]), bobs.apply([insert(1, 'x')])]).toEqual([false, false])
  expect(bobs.apply([insert(999, 'x')])).toBe(false)
})

test('a refused edit is removed from the text box', async () => {
  const { table, ann, bobs } = await twoTyping()
  const changes: string[] = []
  bobs.onRemote(({ type }) => changes.push(type))
  bobs.apply([insert(1, 'x')])
  ann.edit([patch('a', { lock: 'editor' })], 'm')
  await table.rest()
  ann.deliver('up')
  table.room.work()
  bobs.flush()
  await table.settle()
  expect([shown(bobs), changes.length > 0]).toEqual(['hello world', true])
})

test('removal of the note is reported', async () => {
  const { table, ann, bobs } = await twoTyping()
  const changes: string[] = []
  bobs.onRemote(({ type }) => changes.push(type))
  ann.edit([{ op: 'remove', ids: ['a'] }], 'm')
  await table.settle()
  expect(changes).toEqual(['removed'])
})

test('kinds without text open no session', async () => {
  const { ann } = await twoTyping()
  expect([ann.replica.openText('page'), ann.replica.openText('nothing')]).toEqual([undefined, undefined])
})
