import { describe, expect, test, vi } from 'vitest'
import type { Change } from '../document/model/change.ts'
import type { DocumentChange } from '../document/model/record.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { TestTable } from '../testing/test-table.ts'
import { patch, put } from '../testing/test-room.ts'
import type { ReplicaEvent } from './ports.ts'

const x = (client: FuzzClient, id = 'a'): unknown => client.replica.document.get(id)?.['x']
const has = (client: FuzzClient, id: string): boolean => client.replica.document.get(id) !== undefined

async function pair(): Promise<{ table: TestTable; ann: FuzzClient; bob: FuzzClient }> {
  const table = new TestTable()
  const [ann, bob] = [await table.connectClient('ann'), await table.connectClient('bob')]
  ann.edit([put('a')], 'm0')
  await table.settle()
  return { table, ann, bob }
}

function events(client: FuzzClient): ReplicaEvent[] {
  const seen: ReplicaEvent[] = []
  client.replica.observe((event) => seen.push(event))
  return seen
}

describe('an edit', () => {
  test('is shown at once, saved when acknowledged, and reaches the other person', async () => {
    const { table, ann, bob } = await pair()
    expect(ann.replica.saveState.value).toBe('saved')
    ann.edit([patch('a', { x: 5 })], 'm1')
    expect([x(ann), x(bob), ann.replica.saveState.value]).toEqual([5, 0, 'saving'])
    await table.settle()
    expect([x(ann), x(bob), ann.replica.saveState.value]).toEqual([5, 5, 'saved'])
  })

  test('is announced once to each, and not again when confirmed', async () => {
    const { table, ann, bob } = await pair()
    const received: string[] = []
    const note = (who: string) => (change: DocumentChange) =>
      received.push(`${who} ${[...change.ids].join()}`)
    ann.replica.document.observe(note('ann'))
    bob.replica.document.observe(note('bob'))
    ann.edit([patch('a', { x: 5 })], 'm1')
    await table.settle()
    expect(received).toEqual(['ann a', 'bob a'])
  })

  test('that is refused locally changes nothing and is not sent', async () => {
    const { table, ann } = await pair()
    const refusal = ann.replica.edit([put('b'), patch('b', { x: Infinity })], 'm')
    expect(refusal?.refused).toBe('invalid')
    expect(ann.replica.edit([patch('nothing', { x: 1 })], 'm')?.refused).toBe('missing')
    await table.settle()
    expect([has(ann, 'b'), ann.unsaved, ann.replica.saveState.value]).toEqual([false, 0, 'saved'])
  })

  test('with a pending field covers values of others until it is answered', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([patch('a', { x: 1 })], 'm1')
    bob.edit([patch('a', { x: 2, y: 7 })], 'm1')
    await table.rest()
    bob.deliver('up')
    table.room.work()
    ann.deliver('down')
    expect([x(ann), ann.replica.document.get('a')?.['y']]).toEqual([1, 7])
    await table.settle()
    expect([x(ann), x(bob)]).toEqual([1, 1])
  })

  test('that is too large is sent as several, and is one undo step', async () => {
    const { table, ann, bob } = await pair()
    const many = Array.from({ length: 1_500 }, (_, i) => put(`n${i}`))
    ann.edit(many, 'paste')
    expect(ann.unsaved).toBe(2)
    await table.settle()
    expect(has(bob, 'n1499')).toBe(true)
    ann.undo()
    await table.settle()
    expect([has(bob, 'n0'), has(bob, 'n1499')]).toEqual([false, false])
  })
})

describe('an unreliable connection', () => {
  test('keeps edits, reports them as unsaved, and sends them when it is back', async () => {
    const { table, ann, bob } = await pair()
    ann.disconnect('closed')
    ann.edit([patch('a', { x: 3 })], 'm1')
    await table.settle()
    expect([ann.replica.saveState.value, x(bob)]).toEqual(['not-saved', 0])
    ann.connect()
    await table.settle()
    expect([ann.replica.saveState.value, x(bob)]).toEqual(['saved', 3])
  })

  test('is reported after five seconds without an answer', async () => {
    const { table, ann } = await pair()
    ann.edit([patch('a', { x: 3 })], 'm1')
    table.pass(4_999)
    expect(ann.replica.saveState.value).toBe('saving')
    table.pass(2)
    expect(ann.replica.saveState.value).toBe('not-saved')
    await table.settle()
    expect(ann.replica.saveState.value).toBe('saved')
  })

  test('that loses the answer does not apply the edit twice', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([put('b')], 'm1')
    await table.rest()
    ann.deliver('up')
    table.room.work()
    ann.disconnect('half-open')
    ann.connect()
    await table.settle()
    expect(table.room.journal().filter(({ by }) => by === 'ann')).toHaveLength(2)
    expect([has(bob, 'b'), ann.unsaved]).toEqual([true, 0])
  })

  test('and a closed page: the next one sends the rest and can still undo it', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([patch('a', { x: 3 })], 'm1')
    await table.rest()
    table.pass(3_000)
    await ann.reload()
    ann.connect()
    await table.settle()
    expect([x(ann), x(bob), ann.unsaved]).toEqual([3, 3, 0])
    ann.undo()
    await table.settle()
    expect([x(ann), x(bob)]).toEqual([0, 0])
    // What was left goes out under its own id, what is new never under one of an earlier page.
    expect(table.room.journal().map(({ id }) => id)).toEqual(['server:1', 'ann-1:1', 'ann-1:2', 'ann-2:1'])
  })

  test('and a page closed at the same moment: what it stored on closing is enough to undo', async () => {
    const { table, ann } = await pair()
    ann.edit([patch('a', { x: 3 })], 'm1')
    await table.rest()
    ann.replica.saveNow()
    await ann.reload()
    ann.connect()
    await table.settle()
    ann.undo()
    await table.settle()
    expect(x(ann)).toBe(0)
  })
})

describe('the server’s answer', () => {
  test('rolls back a refused edit and gives the reason', async () => {
    const { table, ann, bob } = await pair()
    const seen = events(bob)
    ann.edit([patch('a', { lock: 'editor' })], 'm1')
    bob.edit([patch('a', { x: 9 })], 'm1')
    expect(x(bob)).toBe(9)
    await table.settle()
    expect([x(bob), bob.unsaved]).toEqual([0, 0])
    expect(seen).toMatchObject([{ type: 'refused', refusal: { refused: 'locked', id: 'a' } }])
    expect(bob.replica.canUndo.value).toBe(false)
  })

  test('names fields that kept a newer value; one call overwrites them', async () => {
    const { table, ann, bob } = await pair()
    bob.disconnect('closed')
    bob.edit([patch('a', { x: 9, y: 9 })], 'm1')
    ann.edit([patch('a', { x: 1 })], 'm1')
    await table.settle()
    table.pass(60_000)
    const seen = events(bob)
    bob.connect()
    await table.settle()
    expect([x(bob), bob.replica.document.get('a')?.['y']]).toEqual([1, 9])
    expect(seen).toMatchObject([{ type: 'skipped', fields: [{ id: 'a', field: 'x', mine: 9, theirs: 1 }] }])
    if (seen[0]?.type === 'skipped') expect(bob.replica.takeOver(seen[0].fields)).toBeUndefined()
    await table.settle()
    expect([x(ann), x(bob)]).toEqual([9, 9])
  })

  test('overwrites several kept values in one undo step; the last value of a field counts', async () => {
    const { table, ann, bob } = await pair()
    bob.disconnect('closed')
    for (const nr of [7, 8, 9]) bob.edit([patch('a', { x: nr, y: nr })], `m${nr}`)
    ann.edit([patch('a', { x: 1, y: 1 })], 'm1')
    await table.settle()
    table.pass(60_000)
    const seen = events(bob)
    bob.connect()
    await table.settle()
    const stayed = seen.flatMap((event) => (event.type === 'skipped' ? event.fields : []))
    expect(stayed.map(({ field, mine }) => `${field}${String(mine)}`)).toEqual([
      'x7',
      'y7',
      'x8',
      'y8',
      'x9',
      'y9',
    ])
    const removed = { id: 'gone', field: 'x', mine: 5, theirs: 0, by: null }
    expect(bob.replica.takeOver([...stayed, removed])).toBeUndefined()
    await table.settle()
    const position = () => [x(ann), ann.replica.document.get('a')?.['y']]
    expect(position()).toEqual([9, 9])
    bob.replica.undo()
    await table.settle()
    expect(position()).toEqual([1, 1])
  })

  test('with a lower role ends editing at once', async () => {
    const { table, ann } = await pair()
    table.room.setRole('ann', 'viewer')
    await table.settle()
    expect([ann.replica.saveState.value, ann.replica.canUndo.value]).toEqual(['read-only', false])
    expect(ann.replica.edit([patch('a', { x: 1 })], 'm')?.refused).toBe('role')
    expect(ann.replica.canChange('a')?.refused).toBe('role')
  })
})

describe('undo and redo', () => {
  test('work by mark and revert only own edits', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([patch('a', { x: 1 })], 'drag')
    ann.edit([patch('a', { x: 2 })], 'drag')
    await table.settle()
    bob.edit([patch('a', { y: 5 })], 'm')
    await table.settle()
    expect(ann.replica.undo()).toEqual(['a'])
    expect([x(ann), ann.replica.document.get('a')?.['y']]).toEqual([0, 5])
    expect(ann.replica.redo()).toEqual(['a'])
    await table.settle()
    expect([x(ann), x(bob)]).toEqual([2, 2])
  })

  test('step back through one field as often as it was changed, and forth again', async () => {
    const { table, ann } = await pair()
    for (const value of [1, 2, 3]) {
      ann.edit([patch('a', { x: value })], `m${value}`)
      if (value < 3) await table.settle()
    }
    const seen: unknown[] = []
    for (const step of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo', 'undo'] as const) {
      ann.replica[step]()
      if (step === 'redo') await table.settle()
      seen.push(x(ann))
    }
    expect(seen).toEqual([2, 1, 0, 1, 2, 3, 2])
    await table.settle()
    expect(table.room.state().get('a')?.['x']).toBe(2)
  })

  test('stop at a value that someone else has set in between', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([patch('a', { x: 1 })], 'm1')
    await table.settle()
    bob.edit([patch('a', { x: 50 })], 'm1')
    await table.settle()
    ann.edit([patch('a', { x: 2 })], 'm2')
    ann.replica.undo()
    expect(x(ann)).toBe(50)
    ann.replica.undo()
    await table.settle()
    expect([x(ann), x(bob)]).toEqual([50, 50])
  })

  test('restore what was deleted, also before the server has answered', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([{ op: 'remove', ids: ['a'] }], 'm1')
    ann.undo()
    expect(has(ann, 'a')).toBe(true)
    await table.settle()
    expect([has(ann, 'a'), has(bob, 'a'), ann.unsaved]).toEqual([true, true, 0])
  })

  test.each([
    ['each step is answered', 1],
    ['every other step is answered', 2],
    ['none is', 9],
  ])('go through the whole life of a record and back, twice, while %s', async (_words, every) => {
    const { table, ann, bob } = await pair()
    ann.edit([put('b')], 'made')
    ann.edit([patch('b', { x: 1 })], 'moved')
    ann.edit([patch('b', { x: 2 })], 'moved again')
    ann.edit([{ op: 'remove', ids: ['b'] }], 'removed')
    if (every < 9) await table.settle()
    const getLife = async (step: 'undo' | 'redo') => {
      const seen: unknown[] = []
      for (let i = 0; i < 4; i++) {
        ann.replica[step]()
        if (i % every === every - 1) await table.settle()
        seen.push(has(ann, 'b') ? x(ann, 'b') : 'gone')
      }
      return seen
    }
    for (let round = 0; round < 2; round++) {
      expect(await getLife('undo')).toEqual([2, 1, 0, 'gone'])
      expect(await getLife('redo')).toEqual([0, 1, 2, 'gone'])
    }
    ann.undo()
    // An edit that names an earlier one waits for its answer.
    for (let i = 0; i < 4; i++) await table.settle()
    expect([x(ann, 'b'), x(bob, 'b'), ann.unsaved]).toEqual([2, 2, 0])
  })

  test('leave a record that others have changed, also after own steps over theirs', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([put('b')], 'made')
    await table.settle()
    bob.edit([patch('b', { x: 7 })], 'm')
    await table.settle()
    ann.edit([patch('b', { x: 1 })], 'moved')
    await table.settle()
    ann.undo()
    ann.undo()
    await table.settle()
    expect([has(ann, 'b'), x(ann, 'b'), x(bob, 'b')]).toEqual([true, 7, 7])
  })

  test('revert large moves one after another', async () => {
    const { table, ann, bob } = await pair()
    const ids = Array.from({ length: 300 }, (_, i) => `n${i}`)
    ann.edit(
      ids.map((id) => put(id)),
      'm1',
    )
    const move: Change = { op: 'translate', ids, dx: 10, dy: 0 }
    ann.edit([move], 'm2')
    await table.settle()
    bob.edit([patch('n5', { x: 77 })], 'm')
    await table.settle()
    ann.edit([move], 'm3')
    ann.undo()
    expect([x(ann, 'n4'), x(ann, 'n5')]).toEqual([10, 77])
    ann.undo()
    await table.settle()
    expect([x(bob, 'n4'), x(bob, 'n5')]).toEqual([0, 77])
  })

  test('of overwritten edits name the other person, and revert only on request', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([put('b')], 'm1')
    ann.edit([patch('a', { x: 1 })], 'm2')
    await table.settle()
    bob.edit([patch('a', { x: 5 })], 'm')
    await table.settle()
    const seen = events(ann)
    ann.replica.undo()
    expect([x(ann), has(ann, 'b')]).toEqual([5, true])
    expect(seen).toMatchObject([{ type: 'undoBlocked', by: 'bob', did: 'moved', ids: ['a'] }])
    const [blocked] = seen
    const touched = blocked?.type === 'undoBlocked' ? blocked.anyway?.() : undefined
    await table.settle()
    expect([touched, x(ann), x(bob)]).toEqual([['a'], 0, 0])
    ann.replica.redo()
    await table.settle()
    expect(x(bob)).toBe(5)
    ann.replica.undo()
    ann.replica.undo()
    expect(has(ann, 'b')).toBe(false)
  })

  test('of a sideways move work after someone else has moved it down', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([patch('a', { x: 7, y: 0 })], 'm1')
    await table.settle()
    bob.edit([patch('a', { x: 7, y: 9 })], 'm')
    await table.settle()
    ann.replica.undo()
    await table.settle()
    expect([x(bob), bob.replica.document.get('a')?.['y']]).toEqual([0, 9])
  })

  test('of an element that someone deleted name them and offer nothing', async () => {
    const { table, ann, bob } = await pair()
    ann.edit([patch('a', { x: 1 })], 'm2')
    await table.settle()
    bob.edit([{ op: 'remove', ids: ['a'] }], 'm')
    await table.settle()
    const seen = events(ann)
    ann.replica.undo()
    expect(seen).toEqual([{ type: 'undoBlocked', by: 'bob', did: 'deleted', ids: ['a'], anyway: null }])
  })

  test('a patch without changes is no edit', async () => {
    const { table, ann } = await pair()
    expect(ann.replica.edit([patch('a', { x: 0, y: 0 })], 'm')).toBeUndefined()
    expect(ann.unsaved).toBe(0)
    await table.settle()
    expect(table.room.journal()).toHaveLength(2)
  })

  test('a new edit clears the redo stack', async () => {
    const { ann } = await pair()
    ann.edit([patch('a', { x: 1 })], 'm1')
    ann.undo()
    expect([ann.replica.canUndo.value, ann.replica.canRedo.value]).toEqual([true, true])
    ann.edit([patch('a', { y: 1 })], 'm2')
    expect(ann.replica.canRedo.value).toBe(false)
  })
})

describe('loading', () => {
  test('starts with the first elements, reports progress, and applies edits meanwhile', async () => {
    const { table, ann, bob } = await pair()
    ann.edit(
      Array.from({ length: 60 }, (_, i) => put(`n${i}`, 'box', { x: i * 100 })),
      'm',
    )
    await table.settle()
    table.room.checkpoint()
    const eve = await joinLate(table)
    const elementsAtStart: boolean[] = []
    eve.replica.progress.subscribe(({ started }) => {
      if (started) elementsAtStart.push([...eve.replica.document.ids()].some((id) => id.startsWith('n')))
    })
    eve.deliver('up')
    table.room.work()
    eve.deliver('down')
    expect(eve.replica.progress.value).toMatchObject({ loadedBytes: 0, started: false })
    eve.deliver('up')
    table.room.work()
    eve.deliver('down')
    const { loadedBytes, started, complete } = eve.replica.progress.value
    expect({ hasStructure: loadedBytes > 0, started, complete }).toEqual({
      hasStructure: true,
      started: false,
      complete: false,
    })
    bob.edit([patch('n1', { x: -5 }), { op: 'remove', ids: ['n2'] }, put('fresh')], 'm')
    await table.settle()
    expect(eve.replica.progress.value).toMatchObject({ complete: true })
    expect(elementsAtStart[0]).toBe(true)
    expect([x(eve, 'n1'), has(eve, 'n2'), has(eve, 'fresh'), eve.replica.document.size]).toEqual([
      -5,
      false,
      true,
      62,
    ])
  })

  async function joinLate(table: TestTable): Promise<FuzzClient> {
    const { FuzzClient } = await import('../testing/fuzz-client.ts')
    const { testSchemas } = await import('../testing/test-kinds.ts')
    const eve = new FuzzClient('eve', table.room, testSchemas, 0)
    table.clients.push(eve)
    await eve.start()
    eve.connect()
    return eve
  }

  test('a chunk that cannot be read stays missing, and can be received again', async () => {
    const { table, ann } = await pair()
    ann.edit([put('n1')], 'm')
    await table.settle()
    table.room.checkpoint()
    const eve = await joinLate(table)
    const { receive } = eve.replica
    const receiveChunk = receive.chunk.bind(receive)
    const failed: string[] = []
    const chunk = vi.spyOn(receive, 'chunk').mockImplementation((id, bytes) => {
      if (!failed.includes(id)) {
        failed.push(id)
        expect(() => receiveChunk(id, bytes.subarray(0, bytes.length - 1))).toThrow()
        expect(eve.replica.progress.value.complete).toBe(false)
      }
      receiveChunk(id, bytes)
    })
    await table.settle()
    expect(failed.length).toBeGreaterThan(1)
    expect([eve.replica.progress.value.complete, has(eve, 'n1')]).toEqual([true, true])
    chunk.mockRestore()
  })

  test('what has not loaded cannot be edited', async () => {
    const table = new TestTable()
    const eve = await joinLate(table)
    expect(eve.replica.edit([put('b')], 'm')?.refused).toBe('parent')
    expect(eve.replica.seq).toBe(0)
  })
})
