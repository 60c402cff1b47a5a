import { Fragment, Slice } from 'prosemirror-model'
import { AddMarkStep, ReplaceStep, type Step } from 'prosemirror-transform'
import { describe, expect, test } from 'vitest'
import { put, TestRoom } from '../../testing/test-room.ts'
import type { Change, Edit } from '../model/change.ts'
import { getPlainText, type RichText, richTextFromPlain, textSchema } from '../text/rich-text.ts'

const insert = (at: number, words: string): Step =>
  new ReplaceStep(at, at, new Slice(Fragment.from(textSchema.text(words)), 0, 0))
const cut = (from: number, to: number): Step => new ReplaceStep(from, to, Slice.empty)
const change = (...steps: readonly Step[]): Change => ({
  op: 'text',
  id: 'a',
  steps: steps.map((step) => step.toJSON() as unknown),
})

/** A note that says "hello world"; positions count from 1. */
function note(): TestRoom {
  const room = new TestRoom()
  room.take('ann', 'editor', [put('a', 'box', { text: richTextFromPlain('hello world') })])
  return room
}

function words(room: TestRoom): string {
  return getPlainText(room.get('a', 'text') as RichText | null)
}

function type(room: TestRoom, uid: string, more: Partial<Edit>, ...steps: readonly Step[]) {
  return room.take(uid, 'editor', [change(...steps)], more)
}

describe('concurrent typing', () => {
  test('two people typing at once keep every character', () => {
    const room = note()
    type(room, 'ann', { base: 2 }, insert(6, ' dear'))
    type(room, 'bob', { base: 2 }, insert(12, '!'))
    expect(words(room)).toBe('hello dear world!')
  })

  test('text typed into a range that someone else deletes is kept at that position', () => {
    const room = note()
    type(room, 'ann', { base: 2 }, cut(1, 12))
    type(room, 'bob', { base: 2 }, insert(8, 'XYZ'))
    expect(words(room)).toBe('XYZ')
  })

  test('words survive the deletion of their paragraph', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [put('a', 'box', { text: richTextFromPlain('one\ntwo\nthree') })])
    type(room, 'ann', { base: 2 }, cut(5, 10))
    type(room, 'bob', { base: 2 }, insert(8, 'B'))
    expect(words(room)).toContain('B')
    expect(words(room)).not.toContain('two')
  })

  test('an edit sent before the answer to the previous one is applied correctly', () => {
    const room = note()
    type(room, 'ann', { base: 2, id: 'tab:1' }, insert(6, 'A'))
    type(room, 'bob', { base: 2 }, insert(1, 'so '))
    // Stated on top of the first edit alone: ann has not seen bob's.
    type(room, 'ann', { base: 2, id: 'tab:2' }, insert(7, 'B'))
    type(room, 'bob', { base: 2 }, insert(1, 'oh '))
    type(room, 'ann', { base: 4, id: 'tab:3' }, insert(11, 'C'))
    expect(words(room)).toBe('oh so helloABC world')
  })

  test('another tab of the same person is treated as another client', () => {
    const room = note()
    type(room, 'ann', { base: 2, id: 'tab1:1' }, insert(1, 'xx'))
    type(room, 'ann', { base: 2, id: 'tab2:1' }, insert(12, '!'))
    expect(words(room)).toBe('xxhello world!')
  })

  test('a mark on a range that grew in the meantime covers the original range', () => {
    const room = note()
    type(room, 'ann', { base: 2 }, insert(1, 'oh '))
    type(room, 'bob', { base: 2 }, new AddMarkStep(1, 6, textSchema.mark('bold')))
    const text = JSON.stringify(room.get('a', 'text'))
    expect(text).toContain('{"type":"text","marks":[{"type":"bold"}],"text":"hello"}')
  })

  test('the journal stores mapped steps, and the sent ones only if they differ', () => {
    const room = note()
    expect(type(room, 'ann', { base: 2 }, insert(1, 'x')).taken[0]).not.toHaveProperty('sent')
    expect(type(room, 'bob', { base: 2 }, insert(3, 'y')).taken[0]).toMatchObject({
      steps: [{ from: 4 }],
      sent: [{ from: 3 }],
    })
  })
})

describe('undoing text', () => {
  test('removes the author’s characters from between others’', () => {
    const room = note()
    const { inverse } = type(room, 'ann', {}, insert(6, ' my'))
    type(room, 'bob', {}, insert(1, 'so '))
    room.take('ann', 'editor', inverse)
    expect(words(room)).toBe('so hello world')
  })

  test('finds text that was deleted and restored in between', () => {
    const room = note()
    const typed = type(room, 'ann', {}, insert(6, ' my dear'))
    const deleted = type(room, 'ann', {}, cut(6, 14))
    room.take('ann', 'editor', deleted.inverse)
    expect(words(room)).toBe('hello my dear world')
    room.take('ann', 'editor', typed.inverse)
    expect(words(room)).toBe('hello world')
  })

  test('removes a mark where it was set, and keeps it where it had been before', () => {
    const room = note()
    const bold = (from: number, to: number): Step => new AddMarkStep(from, to, textSchema.mark('bold'))
    type(room, 'ann', {}, bold(3, 5))
    const before = room.get('a', 'text')
    const all = type(room, 'bob', {}, bold(1, 12))
    room.take('bob', 'editor', all.inverse)
    expect(room.get('a', 'text')).toEqual(before)
  })

  test('redo inserts it again', () => {
    const room = note()
    const typed = type(room, 'ann', {}, insert(6, ' my'))
    const undone = room.take('ann', 'editor', typed.inverse)
    type(room, 'bob', {}, insert(1, 'so '))
    room.take('ann', 'editor', undone.inverse)
    expect(words(room)).toBe('so hello my world')
  })
})

describe('hostile text', () => {
  const bad: readonly (readonly [string, unknown])[] = [
    ['no step', null],
    ['an unknown step', { stepType: 'evil' }],
    ['a step on attributes of the document', { stepType: 'docAttr', attr: 'x', value: 1 }],
    ['places that are no numbers', { stepType: 'replace', from: 'a', to: 2 }],
    ['places in the wrong order', { stepType: 'replace', from: 5, to: 2 }],
    ['negative places', { stepType: 'replace', from: -1, to: 2 }],
    [
      'a link that is no web address',
      { stepType: 'addMark', mark: { type: 'link', attrs: { href: 'javascript:x' } }, from: 1, to: 5 },
    ],
    [
      'a set of marks with something else in it',
      { stepType: 'markSet', steps: [{ stepType: 'replace', from: 1, to: 3 }] },
    ],
    ['a set of marks within a set', { stepType: 'markSet', steps: [{ stepType: 'markSet', steps: [] }] }],
    ['unknown nodes', { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'script' }] } }],
  ]
  for (const [what, step] of bad) {
    test(`${what} is refused`, () => {
      expect(note().refusal('ann', 'editor', [{ op: 'text', id: 'a', steps: [step] }])).toBe('invalid')
    })
  }

  test('steps that do not apply change nothing', () => {
    const room = note()
    type(room, 'ann', {}, cut(400, 500), new AddMarkStep(3, 900, textSchema.mark('bold')))
    expect(words(room)).toBe('hello world')
  })

  test('a text cannot exceed its limit', () => {
    const room = note()
    const much = 'x'.repeat(40_000)
    type(room, 'ann', {}, insert(1, much))
    type(room, 'ann', {}, insert(1, much))
    expect(words(room).length).toBe(40_011)
  })

  test('kinds without text refuse text steps', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [put('s', 'ink')])
    expect(room.refusal('ann', 'editor', [{ op: 'text', id: 's', steps: [] }])).toBe('invalid')
  })
})
