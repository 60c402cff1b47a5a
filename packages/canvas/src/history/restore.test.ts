import { describe, expect, test } from 'vitest'
import type { Actor, Change } from '../document/model/change.ts'
import { isRefusal } from '../document/apply/reducer.ts'
import { getPlainText, type RichText, richTextFromPlain } from '../document/text/rich-text.ts'
import { schemaVersions } from '../document/apply/migrate.ts'
import { testSchemas } from '../testing/test-kinds.ts'
import { seededRandom } from '../testing/random.ts'
import { patch, put, TestRoom } from '../testing/test-room.ts'
import { createRestoration, type Restoration } from './changes.ts'
import { getDifference } from './difference.ts'
import { HistoryReplay } from './history-replay.ts'
import { HistoryDocument } from './history-document.ts'
import { TouchedFrames } from './frames.ts'
import { runToEnd } from '../document/model/sliced-work.ts'
import { getRegionTarget, getWholeTarget, type Target } from './target.ts'
import { DiffSince } from './diff-since.ts'

const admin: Actor = { uid: 'root', role: 'admin' }

function getPast(room: TestRoom): HistoryReplay {
  const schema = schemaVersions(testSchemas)
  const past = new HistoryReplay(testSchemas, { seq: 0, schema: null, entries: [] })
  past.extend([{ schema, edits: room.journal }])
  return past
}

/** Everything that people see of a board: no clocks, nothing that only says when. */
function seen(room: TestRoom, state = room.state): unknown {
  return [...state.ids()].sort().map((id) => {
    const record = state.get(id)!
    const text = record['text'] === undefined ? {} : { text: words(record['text']) }
    const fields = Object.entries({ ...record, ...text }).filter(([, value]) => value !== undefined)
    return fields.sort(([a], [b]) => (a < b ? -1 : 1))
  })
}

const words = (text: unknown): string => getPlainText(text as RichText | null)

function getDiffSince(past: HistoryReplay, version: number, uid?: string): DiffSince {
  past.seek(version)
  const since = new DiffSince(past, uid)
  since.walk(past.head)
  return since
}

function restore(
  room: TestRoom,
  want: (past: HistoryReplay) => Target,
  since: number,
  actor = admin,
): Restoration {
  const past = getPast(room)
  const target = want(past)
  const { removed } = getDiffSince(past, since)
  return runToEnd(
    createRestoration({
      present: room.state,
      kinds: room.reducer.kinds,
      actor,
      target,
      removedRecords: removed,
    }),
  )
}

function whole(room: TestRoom, seq: number, actor = admin): Restoration {
  const toVersion = (past: HistoryReplay): Target => {
    past.seek(seq)
    return runToEnd(getWholeTarget(past.copy(), room.state))
  }
  return restore(room, toVersion, seq, actor)
}

/** Restores, and undoes it again. */
function backAndForth(room: TestRoom, { changes }: Restoration, actor = admin): { after: unknown } {
  const before = seen(room)
  const done = room.take(actor.uid, actor.role, changes)
  const after = seen(room)
  const outcome = room.edit(actor.uid, actor.role, done.inverse)
  expect(isRefusal(outcome)).toBe(false)
  expect(seen(room)).toEqual(before)
  return { after }
}

const type = (id: string, text: string, at = 1): Change => ({
  op: 'text',
  id,
  steps: [{ stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text }] } }],
})

describe('restoring a version', () => {
  test('restores removed elements, removes new ones, and can be undone completely', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [
      put('f', 'frame'),
      put('a', 'box', { parent: 'f', x: 1, tag: 'one' }),
      put('b'),
    ])
    room.take('ann', 'editor', [
      put('l', 'arrow'),
      put('e', 'binding', { parent: 'l', target: 'a', end: 'start', z: 'V' }),
      put('g', 'group'),
      put('m', 'box', { parent: 'g' }),
      put('n', 'box', { parent: 'g' }),
    ])
    const version = room.seq
    const was = seen(room)
    room.take('bob', 'editor', [patch('a', { x: 9, tag: null, fill: 'red' })])
    room.take('bob', 'editor', [{ op: 'remove', ids: ['f'] }])
    room.take('bob', 'editor', [{ op: 'remove', ids: ['a', 'm'] }])
    room.take('bob', 'editor', [{ op: 'remove', ids: ['n'] }])
    room.take('bob', 'editor', [
      put('c', 'frame'),
      patch('b', { parent: 'c', y: 4 }),
      put('d', 'box', { parent: 'c' }),
    ])
    const { after } = backAndForth(room, whole(room, version))
    expect(after).toEqual(was)
  })

  test('handles containers that have swapped places', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [put('f', 'frame'), put('g', 'frame'), put('a', 'box', { parent: 'g' })])
    room.take('ann', 'editor', [patch('f', { parent: 'g' })])
    const version = room.seq
    const was = seen(room)
    room.take('ann', 'editor', [patch('f', { parent: 'page' })])
    room.take('ann', 'editor', [patch('g', { parent: 'f' })])
    expect(backAndForth(room, whole(room, version)).after).toEqual(was)
  })

  test('changes locked elements and keeps their locks', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [
      put('g', 'group'),
      put('a', 'box', { parent: 'g' }),
      put('b', 'box', { lock: 'editor' }),
    ])
    const version = room.seq
    const was = seen(room)
    room.take('ann', 'editor', [patch('a', { x: 5 }), patch('b', { lock: null }), put('c')])
    room.take('ann', 'editor', [patch('b', { x: 7 })])
    room.take('root', 'admin', [patch('c', { lock: 'admin' })])
    room.take('ann', 'editor', [patch('g', { lock: 'editor' })])
    const { after } = backAndForth(room, whole(room, version))
    expect(after).toEqual(was)
  })

  test('restores texts and pages', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [
      put('two', 'page', { parent: null }),
      put('a', 'box', { parent: 'two' }),
      put('b', 'box', { parent: 'two' }),
    ])
    room.take('ann', 'editor', [type('a', 'hello world')])
    const version = room.seq
    const was = seen(room)
    room.take('bob', 'editor', [type('a', 'brave ', 7)])
    room.take('bob', 'editor', [{ op: 'remove', ids: ['b'] }])
    room.take('bob', 'editor', [{ op: 'remove', ids: ['two'] }])
    expect(backAndForth(room, whole(room, version)).after).toEqual(was)
  })

  test('reports what it could not do: a contributor restores only own elements', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [put('a'), put('gone')])
    room.take('cat', 'contributor', [put('mine'), put('lost')])
    const version = room.seq
    room.take('ann', 'editor', [
      patch('a', { x: 5 }),
      patch('mine', { x: 5 }),
      { op: 'remove', ids: ['gone', 'lost'] },
    ])
    room.take('ann', 'editor', [put('new')])
    room.take('cat', 'contributor', [put('own')])
    const actor: Actor = { uid: 'cat', role: 'contributor' }
    const restoration = whole(room, version, actor)
    expect([...restoration.left].sort()).toEqual(['a', 'gone', 'new'])
    backAndForth(room, restoration, actor)
    room.take('cat', 'contributor', restoration.changes)
    expect([room.get('mine', 'x'), room.has('lost'), room.has('own'), room.get('a', 'x')]).toEqual([
      0,
      true,
      false,
      5,
    ])
    expect(whole(room, version, { uid: 'eve', role: 'viewer' }).changes).toEqual([])
  })

  test('works from any state: random edits of several people', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = seededRandom(seed)
      const room = new TestRoom()
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
      let names = 0
      const scramble = (edits: number): void => {
        for (let i = 0; i < edits; i++) {
          const ids = [...room.state.ids()]
          const positions = ids.filter((id) => ['page', 'frame', 'group'].includes(room.state.get(id)!.kind))
          const kind = pick(['box', 'box', 'frame', 'group', 'arrow', 'binding'])
          const arrows = ids.filter((id) => room.state.get(id)!.kind === 'arrow')
          const id = `r${(names += 1)}`
          const inside = `${id}-in`
          const changes = pick<Change[]>([
            kind === 'group'
              ? [put(id, kind, { parent: pick(positions) }), put(inside, 'box', { parent: id })]
              : kind === 'binding'
                ? arrows.length === 0
                  ? []
                  : [put(id, kind, { parent: pick(arrows), target: pick(ids), end: pick(['start', 'end']) })]
                : [put(id, kind, { parent: pick(positions), x: Math.floor(random() * 100) })],
            [patch(pick(ids), { x: Math.floor(random() * 100) })],
            [patch(pick(ids), { parent: pick(positions) })],
            [patch(pick(ids), { lock: pick(['editor', null]) })],
            [type(pick(ids), 'word ')],
            [{ op: 'remove', ids: [pick(ids), pick(ids)].filter((removed) => removed !== 'page') }],
          ])
          room.edit(pick(['ann', 'bob']), 'editor', changes)
        }
      }
      scramble(25)
      const version = room.seq
      const was = seen(room)
      scramble(30)
      const { after } = backAndForth(room, whole(room, version))
      expect(after, `seed ${seed}`).toEqual(was)
    }
  })
})

describe('restoring an area', () => {
  test('changes what was or is in it, and nothing else', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [
      put('in'),
      put('out', 'box', { x: 500 }),
      put('left'),
      put('gone'),
      put('l', 'arrow'),
    ])
    room.take('ann', 'editor', [put('e', 'binding', { parent: 'l', target: 'gone', end: 'end', z: 'V' })])
    const version = room.seq
    room.take('bob', 'editor', [
      patch('in', { fill: 'red' }),
      patch('out', { fill: 'red' }),
      patch('left', { x: 600 }),
    ])
    room.take('bob', 'editor', [{ op: 'remove', ids: ['gone'] }])
    room.take('bob', 'editor', [put('new'), put('far', 'box', { x: 700 })])
    const box = { x: -50, y: -50, w: 200, h: 200 }
    const back = restore(
      room,
      (past) => {
        past.seek(version)
        return runToEnd(getRegionTarget({ page: 'page', box }, past.copy(), room.state))
      },
      version,
    )
    backAndForth(room, back)
    room.take('root', 'admin', back.changes)
    expect(room.state.get('in')).toMatchObject({ fill: 'white' })
    expect(room.state.get('left')).toMatchObject({ x: 0 })
    expect(room.state.get('out')).toMatchObject({ fill: 'red' })
    expect(['gone', 'e', 'new', 'far'].map((id) => room.has(id))).toEqual([true, true, false, true])
  })
})

describe('reverting one person’s changes since a version', () => {
  const without = (room: TestRoom, since: number, uid: string): Restoration => {
    const share = getDiffSince(getPast(room), since, uid)
    const [target, removed] = [share.getTarget(), share.removed]
    return runToEnd(
      createRestoration({
        present: room.state,
        kinds: room.reducer.kinds,
        actor: admin,
        target,
        removedRecords: removed,
      }),
    )
  }

  test('keeps the work of all others, before, between and after', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [put('a', 'box', { x: 1 }), put('b'), put('c'), put('f', 'frame')])
    const version = room.seq
    room.take('ann', 'editor', [patch('a', { x: 2 }), put('n')])
    room.take('van', 'editor', [patch('a', { x: 99, fill: 'black' }), patch('b', { y: 99 })])
    room.take('van', 'editor', [
      put('junk'),
      put('used'),
      put('junk2', 'frame'),
      { op: 'remove', ids: ['c', 'f', 'n'] },
    ])
    room.take('ann', 'editor', [
      patch('a', { fill: 'blue' }),
      patch('used', { x: 3 }),
      put('k', 'box', { parent: 'junk2' }),
    ])
    room.take('van', 'editor', [patch('b', { y: 5 })])
    const back = without(room, version, 'van')
    const before = seen(room)
    backAndForth(room, back)
    expect(seen(room)).toEqual(before)
    room.take('root', 'admin', back.changes)
    expect(room.state.get('a')).toMatchObject({ x: 2, fill: 'blue' })
    expect(room.state.get('b')).toMatchObject({ y: 0 })
    expect(room.state.get('c')).toMatchObject({ by: 'ann' })
    expect(['f', 'n', 'junk', 'junk2', 'used', 'k'].map((id) => room.has(id))).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ])
    expect(room.get('k', 'parent')).toBe('page')
  })

  test('keeps what others typed around and inside it', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [put('a', 'box', { text: richTextFromPlain('one two') })])
    const version = room.seq
    room.take('van', 'editor', [type('a', 'BAD ', 5)])
    room.take('ann', 'editor', [type('a', 'three ', 1)])
    room.take('ann', 'editor', [type('a', '!', 13)])
    room.take('van', 'editor', [type('a', 'SPAM', 1)])
    expect(words(room.get('a', 'text'))).toBe('SPAMthree one BA!D two')
    const back = without(room, version, 'van')
    backAndForth(room, back)
    room.take('root', 'admin', back.changes)
    expect(words(room.get('a', 'text'))).toBe('three one !two')
  })

  test('does nothing if they changed nothing or undid it themselves', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [put('a')])
    const version = room.seq
    const { inverse } = room.take('van', 'editor', [{ op: 'remove', ids: ['a'] }, put('b')])
    room.take('van', 'editor', inverse)
    expect(without(room, version, 'van').changes).toEqual([])
    expect(without(room, version, 'eve').changes).toEqual([])
  })
})

describe('seeking in history', () => {
  test('knows which frames an edit changed something in', () => {
    const room = new TestRoom()
    room.take('ann', 'editor', [
      put('f', 'frame'),
      put('g', 'frame'),
      put('a', 'box', { parent: 'f' }),
      put('b'),
    ])
    room.take('ann', 'editor', [patch('b', { x: 1 })])
    room.take('ann', 'editor', [patch('a', { parent: 'g' })])
    room.take('ann', 'editor', [{ op: 'remove', ids: ['a'] }])
    room.take('ann', 'editor', [{ op: 'remove', ids: ['f'] }])
    const past = getPast(room)
    const touched = new TouchedFrames(past)
    touched.walk(4)
    touched.walk(past.head)
    const { frames } = touched
    const of = [2, 3, 4, 5, 6].map((seq) => [...(frames.get(seq) ?? [])].sort())
    expect(of).toEqual([['f', 'g'], [], ['f', 'g'], ['g'], ['f']])
  })

  test('goes back and forth and shows every version as it was', () => {
    const room = new TestRoom()
    const was = [seen(room)]
    const note = (): void => void was.push(seen(room))
    room.take('ann', 'editor', [put('a'), put('b')])
    note()
    room.take('bob', 'editor', [patch('a', { x: 3 }), type('b', 'hi')])
    note()
    room.take('bob', 'editor', [{ op: 'remove', ids: ['b'] }])
    note()
    const past = getPast(room)
    for (const seq of [4, 1, 3, 2, 4, 2, 1, 4]) {
      past.seek(seq)
      expect(seen(room, past.copy()), `at ${seq}`).toEqual(was[seq - 1])
    }
    past.seek(2)
    const then = past.copy()
    past.seek(4)
    const { added, removed, changed } = runToEnd(getDifference(then, past.copy()))
    expect([added, removed, changed]).toEqual([[], ['b'], ['a']])
    const document = new HistoryDocument(past)
    const reported: unknown[] = []
    document.observe(({ ids, whole: isWhole }) => reported.push([[...ids].sort(), isWhole]))
    for (const seq of [4, 3, 2]) document.show(seq)
    expect([document.get('b'), reported]).toEqual([
      past.state.get('b'),
      [
        [['b'], false],
        [['a', 'b'], false],
      ],
    ])
    const fork = runToEnd(past.fork())
    fork.seek(3)
    expect([seen(room, fork.copy()), past.seq]).toEqual([was[2], 2])
    expect(() => past.seek(5)).toThrow(RangeError)
    expect(() => past.extend([{ schema: {}, edits: [{ ...room.journal[3]!, seq: 6 }] }])).toThrow(RangeError)
  })
})
