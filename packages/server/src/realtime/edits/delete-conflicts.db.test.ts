import type { Change } from '@tavla/canvas/model'
import { frameLimits } from '@tavla/contract/realtime'
import type { ServerFrame } from '@tavla/contract/realtime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { engineNames } from '../../testing/databases.ts'
import { type DeleteConflict, DeleteConflicts, getDeleteConflicts } from './delete-conflicts.ts'
import { type LiveServer, liveServer } from '../testing/live-server.ts'
import { addMember, addSpace } from '../testing/space-rows.ts'
import { Tab } from '../testing/tab.ts'

describe.each(engineNames)('deletes that passed over somebody’s work, on %s', (engine) => {
  let server: LiveServer
  let ahead: number
  const open: Tab[] = []

  beforeEach(async () => {
    ahead = 0
    const clock = { ...systemClock, now: () => systemClock.now() + ahead }
    server = await liveServer({ engine, clock })
    await addSpace(server.db, { wid: 'w', owner: 'ada' })
    await addMember(server.db, 'w', 'bob', 'editor')
    await addMember(server.db, 'w', 'cy', 'editor')
  })
  afterEach(async () => {
    for (const tab of open.splice(0)) tab.leave()
    await server.stop()
  })

  async function tab(uid: string): Promise<Tab> {
    const opened = await Tab.open(server, uid, 'w')
    open.push(opened)
    return opened
  }

  const patch = (id: string, fields: Readonly<Record<string, unknown>>): readonly Change[] => [
    { op: 'patch', id, fields },
  ]
  const rows = () =>
    server.db.sql.selectFrom('delete_conflicts').selectAll().orderBy('uid').orderBy('seq').execute()
  const listConflicts = ({ received }: Tab): readonly ServerFrame[] =>
    received.filter(({ t }) => t === 'missedDeletes')

  /** Bob and Cy change what Ada deletes without having seen it, a minute later; answers the number of her delete. */
  async function conflict(ada: Tab, bob: Tab, cy: Tab): Promise<number> {
    await ada.put('note')
    await ada.put('other')
    await ada.put('free')
    await bob.until(() => bob.state.has('free'))
    await cy.until(() => cy.state.has('free'))
    const base = bob.seq
    await bob.edit(patch('note', { x: 7 }))
    await bob.edit(patch('other', { x: 7 }))
    await cy.edit(patch('note', { y: 7 }))
    ahead += 60_000
    const answer = await ada.edit([{ op: 'remove', ids: ['note', 'other', 'free'] }], { base })
    expect(answer).toMatchObject({ t: 'ack', skipped: [{ id: 'note' }, { id: 'other' }] })
    return answer.t === 'ack' ? answer.seq : 0
  }

  test('people online are informed at once, others when they join, until they have seen it', async () => {
    const [ada, bob, cy] = [await tab('ada'), await tab('bob'), await tab('cy')]
    const announced = bob.next('missedDeletes')
    const seq = await conflict(ada, bob, cy)
    const bobs = [{ seq, by: 'ada', ids: ['note', 'other'] }]
    expect((await announced).deletes).toEqual(bobs)
    await ada.sync()
    expect([ada.welcome?.missedDeletes, listConflicts(ada)]).toEqual([undefined, []])
    expect(await rows()).toMatchObject([
      { wid: 'w', uid: 'bob', seq, by_uid: 'ada', ids: '["note","other"]' },
      { wid: 'w', uid: 'cy', seq, by_uid: 'ada', ids: '["note"]' },
    ])

    // With a tail and with a whole board, and by the next server as well.
    expect((await bob.join({ wid: 'w', ...bob.held })).missedDeletes).toEqual(bobs)
    expect((await tab('bob')).welcome).toMatchObject({ tail: false, missedDeletes: bobs })
    server = await server.restart()
    const back = await tab('bob')
    expect(back.welcome?.missedDeletes).toEqual(bobs)

    // Of what came later nothing was said, so nothing of it was seen; and nobody sees it for somebody else.
    back.send({ t: 'missedDeletesSeen', seq: seq - 1 })
    expect((await back.join({ wid: 'w', ...back.held })).missedDeletes).toEqual(bobs)
    back.send({ t: 'missedDeletesSeen', seq })
    expect((await back.join({ wid: 'w', ...back.held })).missedDeletes).toBeUndefined()
    await back.sync()
    server = await server.restart()
    expect((await tab('bob')).welcome?.missedDeletes).toBeUndefined()
    expect((await tab('cy')).welcome?.missedDeletes).toEqual([{ seq, by: 'ada', ids: ['note'] }])
    expect((await rows()).map(({ uid }) => uid)).toEqual(['cy'])
  })

  test('the oldest are dropped beyond what one welcome contains, in memory and in the database', async () => {
    await tab('ada')
    const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `r${i}`)
    const conflicts = await DeleteConflicts.read(server.db, 'w')
    const write = async (...some: readonly DeleteConflict[]): Promise<void> => {
      await server.db.batch(conflicts.queries(some))
      conflicts.add(some)
    }
    const half = ids(frameLimits.missedDeletes / 2)
    const one = { uid: 'bob', by: 'ada', ids: half }
    await write({ ...one, seq: 2 }, { ...one, uid: 'cy', seq: 2 })
    await write({ ...one, seq: 3 })
    expect(conflicts.of('bob').map(({ seq }) => seq)).toEqual([2, 3])
    await write({ ...one, seq: 4, ids: ['r1'] }, { ...one, seq: 5, ids: ['r2'] })
    for (const known of [conflicts, await DeleteConflicts.read(server.db, 'w')]) {
      expect(known.of('bob').map(({ seq }) => seq)).toEqual([3, 4, 5])
      expect(known.of('cy').map(({ seq }) => seq)).toEqual([2])
    }
    // A number that a manually restored journal assigns again.
    await write({ ...one, seq: 5, ids: ['r3'] })
    expect((await DeleteConflicts.read(server.db, 'w')).of('bob').at(-1)?.ids).toEqual(['r3'])

    const skippedDeletes = ids(frameLimits.missedDeletes + 1).map((id) => ({ id, uids: ['bob', 'cy'] }))
    const large = getDeleteConflicts({ skippedDeletes }, { seq: 6, by: 'ada' })
    expect(large.map((each) => [each.uid, each.ids.length])).toEqual([
      ['bob', frameLimits.missedDeletes],
      ['cy', frameLimits.missedDeletes],
    ])
    await write(...large)
    expect(conflicts.of('bob').map(({ seq }) => seq)).toEqual([6])
  })
})
