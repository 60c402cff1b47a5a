import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { patch, put, snapshot, TestRoom } from '../../testing/test-room.ts'
import { ByteWriter, MalformedError } from '../model/bytes.ts'
import type { Change, Edit, AcceptedEdit } from '../model/change.ts'
import {
  decodeBatch,
  decodeChanges,
  decodeEdit,
  decodeAcceptedEdit,
  editId,
  encodeBatch,
  encodeChanges,
  encodeEdit,
  encodeAcceptedEdit,
  splitEditId,
} from './codec.ts'
import { isRefusal } from '../apply/reducer.ts'
import { encodePiece } from '../model/stroke-points.ts'
import { ValueWriter } from '../model/values.ts'

const piece = encodePiece([{ x: 1.5, y: -2, pressure: 0.3 }])
const step = { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'ä😀' }] } }

const changes: readonly Change[] = [
  put('a', 'box', { x: 0.1, y: -1234.5, w: 1 / 3, h: 1e-9, text: null, tag: 'ä😀\u0000' }),
  patch('a', { x: 0, list: [1, [true, null], {}], big: 2 ** 60, small: -(2 ** 51) }),
  { op: 'patch', id: 'a', fields: { x: 1 }, if: { x: 7, y: 'tab:3' } },
  { op: 'append', id: 's', n: 3, piece, last: false },
  { op: 'append', id: 's', n: 4, piece, last: true },
  { op: 'remove', ids: ['a', 'b', 'a'] },
  { op: 'remove', ids: ['a'], if: 'tab:1' },
  { op: 'restore', ids: ['a'], removedAt: 12 },
  { op: 'text', id: 'a', steps: [step] },
  { op: 'text', id: 'a', steps: [step], at: 5 },
  { op: 'translate', ids: ['a', 'b'], dx: 0.25, dy: -7 },
  { op: 'translate', ids: ['a'], dx: 1, dy: 1, if: [5, 'tab:9'] },
]
const edit: Edit = { id: 'tab_1-x:42', base: 7, mark: 'mark', changes }

const taken: AcceptedEdit = {
  seq: 9,
  time: 1_760_000_000_000,
  by: 'ann',
  id: 'tab:1',
  base: 8,
  mark: 'm',
  changes: [
    { op: 'put', record: { id: 'a', kind: 'box', parent: 'page', z: 'V', x: 1 } },
    { op: 'patch', id: 'a', fields: { tag: undefined, role: null, x: 4 } },
    { op: 'append', id: 's', n: 0, piece, last: true },
    { op: 'remove', ids: ['a', 'bind'] },
    {
      op: 'restore',
      entries: [
        {
          record: { id: 'a', kind: 'box', parent: 'page', z: 'V', by: 'bob', made: 3, x: 1 },
          clock: { x: 5 },
          pieces: [piece],
          open: true,
        },
      ],
    },
    { op: 'text', id: 'a', steps: [step] },
    { op: 'text', id: 'a', steps: [], sent: [step], at: 4 },
    { op: 'translate', ids: ['a'], dx: 3, dy: 0.125 },
  ],
}

describe('round trip', () => {
  test('an edit with the last acknowledged number', () => {
    expect(decodeEdit(encodeEdit(edit, 41))).toEqual({ edit, settled: 41 })
  })

  test('changes alone', () => {
    expect(decodeChanges(encodeChanges(changes))).toEqual(changes)
  })

  test('an accepted edit, null and cleared fields told apart', () => {
    const back = decodeAcceptedEdit(encodeAcceptedEdit(taken))
    expect(back).toStrictEqual(taken)
  })

  test('a batch', () => {
    const batch = { from: 9, to: 10, edits: [taken, { ...taken, seq: 10, id: 'tab:2' }] }
    expect(decodeBatch(encodeBatch(batch))).toStrictEqual(batch)
  })

  test('minus zero becomes zero, so that equal boards have equal bytes', () => {
    expect(decodeChanges(encodeChanges([patch('a', { x: -0 })]))).toEqual([patch('a', { x: 0 })])
  })

  test('a move of one element is small', () => {
    const move: Edit = {
      id: 'k3j9d8f7s6:1234',
      base: 99_999,
      mark: 'k3j9.x',
      changes: [patch('a1b2c3d4e5f6', { x: 812.25, y: 99 })],
    }
    expect(encodeEdit(move, 1_233).length).toBeLessThan(64)
  })
})

test('edit ids consist of a tab id and a counter from 1', () => {
  expect(splitEditId(editId({ tab: 'a-b_c', counter: 12 }))).toEqual({ tab: 'a-b_c', counter: 12 })
  for (const bad of [
    '',
    'tab',
    'tab:',
    'tab:0',
    'tab:01',
    'tab:1.5',
    'tab:-1',
    ':1',
    'a b:1',
    `${'x'.repeat(65)}:1`,
  ]) {
    expect(splitEditId(bad)).toBeUndefined()
  }
})

describe('untrusted bytes', () => {
  function written(write: (writer: ValueWriter) => void): Uint8Array {
    const writer = new ValueWriter(new ByteWriter())
    writer.out.byte(1)
    write(writer)
    return writer.out.finish()
  }
  const object = (name: string): Uint8Array =>
    written(({ out }) => {
      out.uint(1)
      out.raw(new Uint8Array([1, 0, 1, 97, 9, 1, 0]))
      out.string(name)
      out.byte(0)
    })
  const deep = written(({ out }) => {
    out.uint(1)
    out.raw(new Uint8Array([8, 0, 1, 97]))
    for (let i = 0; i < 60; i++) out.raw(new Uint8Array([8, 1]))
    out.byte(0)
  })
  const float = (value: number): Uint8Array =>
    written(({ out }) => {
      out.uint(1)
      out.raw(new Uint8Array([1, 0, 1, 97, 9, 1, 0, 1, 120, 6]))
      out.raw(new Uint8Array(new Float64Array([value]).buffer))
    })
  const count = written(({ out }) => out.uint(9_999))

  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['nothing', new Uint8Array()],
    ['another version', new Uint8Array([99, 0])],
    ['a giant count', count],
    ['nesting without end', deep],
    ['__proto__', object('__proto__')],
    ['constructor', object('constructor')],
    ['NaN', float(NaN)],
    ['infinity', float(Infinity)],
    ['bytes left over', new Uint8Array([...encodeChanges(changes), 0])],
    ['an end too early', encodeChanges(changes).slice(0, -1)],
    ['more than a mebibyte', new Uint8Array(1024 * 1024 + 1)],
  ]
  for (const [what, bytes] of bad) {
    test(`${what} is malformed`, () => expect(() => decodeChanges(bytes)).toThrow(MalformedError))
  }

  test('the same object without the forbidden name is well-formed', () => {
    expect(decodeChanges(object('fine'))).toEqual([patch('a', { fine: null })])
  })

  test('mutated edits are refused or validated, and never harm the room', () => {
    const random = seededRandom(1)
    const room = new TestRoom()
    room.take('ann', 'editor', [put('a'), put('s', 'ink')])
    const good = encodeEdit(edit, 41)
    let decoded = 0
    for (let i = 0; i < 5_000; i++) {
      const bytes = good.slice()
      for (let k = 0; k <= i % 4; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      const before = snapshot(room.state)
      try {
        const sent = decodeEdit(bytes)
        decoded += 1
        const outcome = room.edit('eve', 'contributor', sent.edit.changes, sent.edit)
        if (isRefusal(outcome)) expect(snapshot(room.state)).toEqual(before)
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedError)
      }
    }
    expect(decoded).toBeGreaterThan(50)
  })
})
