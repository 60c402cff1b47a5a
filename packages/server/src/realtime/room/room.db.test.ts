import { inflateRawSync } from 'node:zlib'
import type { Change } from '@tavla/canvas/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engineNames } from '../../testing/databases.ts'
import { type LiveServer, liveServer } from '../testing/live-server.ts'
import { addMember, addSpace } from '../testing/space-rows.ts'
import { contents, Tab } from '../testing/tab.ts'

describe.each(engineNames)('a room on %s', (engine) => {
  let server: LiveServer
  const open: Tab[] = []

  beforeEach(async () => {
    server = await liveServer({ engine })
    await addSpace(server.db, { wid: 'w', owner: 'ada' })
    await addMember(server.db, 'w', 'bob', 'editor')
    await addMember(server.db, 'w', 'eve', 'viewer')
  })
  afterEach(async () => {
    for (const tab of open.splice(0)) tab.leave()
    await server.stop()
  })

  async function tab(uid: string, wid?: string): Promise<Tab> {
    const opened = await Tab.open(server, uid, wid)
    open.push(opened)
    return opened
  }

  test('a new space has one page, created once and journaled', async () => {
    const ada = await tab('ada', 'w')
    expect(ada.state.childIds(null)).toEqual(['page-1'])
    const rows = await server.db.sql.selectFrom('journal').select(['seq', 'uid', 'tab']).execute()
    expect(rows).toEqual([{ seq: 1, uid: 'ada', tab: 'space' }])
    expect(ada.welcome).toMatchObject({ wid: 'w', seq: 1, role: 'owner', tail: false })
  })

  test('two people draw; both and a third who joins later see the same', async () => {
    const [ada, bob] = [await tab('ada', 'w'), await tab('bob', 'w')]
    const answers = await Promise.all([
      ada.put('a1'),
      bob.put('b1', { x: 5 }),
      ada.put('a2'),
      bob.edit([{ op: 'patch', id: 'b1', fields: { x: 9 } }]),
    ])
    expect(answers.map((answer) => answer.t)).toEqual(['ack', 'ack', 'ack', 'ack'])
    await Promise.all([ada.sync(), bob.sync()])
    const late = await tab('eve', 'w')
    expect(contents(ada.state)).toEqual(contents(bob.state))
    expect(contents(late.state)).toEqual(contents(bob.state))
    expect(late.state.get('b1')).toMatchObject({ by: 'bob', x: 9 })
    expect([...late.state.ids()].sort()).toEqual(['a1', 'a2', 'b1', 'page-1'])
  })

  test('after a restart everything acknowledged is there, from the journal and from a checkpoint', async () => {
    const ada = await tab('ada', 'w')
    await ada.put('a1')
    await ada.put('a2')
    await ada.edit([{ op: 'remove', ids: ['a1'] }])
    const before = contents(ada.state)
    server = await server.restart()
    expect(await ada.closed).toBe(4503)
    const back = await tab('bob', 'w')
    expect(contents(back.state)).toEqual(before)
    const checkpoints = await server.db.sql.selectFrom('checkpoints').select('seq').execute()
    expect(checkpoints).toEqual([{ seq: 4 }])
  })

  test('of two joins the later one counts, though what the earlier one needs is read for longer', async () => {
    const ada = await tab('ada', 'w')
    await ada.put('a1')
    await ada.put('a2')
    const held = ada.held
    await ada.put('a3')
    server = await server.restart()
    const back = await tab('ada')
    // The first one has to read edits of the journal, which the second one overtakes.
    back.send({ t: 'join', wid: 'w', ...held })
    await back.join({ wid: 'w' })
    expect(await back.put('a4')).toMatchObject({ t: 'ack' })
    expect(back.received.filter(({ t }) => t === 'welcome' || t === 'refused')).toHaveLength(1)
  })

  test('a copy has the current board without its history, and is independent', async () => {
    const ada = await tab('ada', 'w')
    await ada.put('a1')
    await ada.put('a2')
    await ada.edit([{ op: 'remove', ids: ['a2'] }])
    await addSpace(server.db, { wid: 'copy', owner: 'bob' })
    await server.realtime.boards.copy('w', 'copy', 'bob')
    const bob = await tab('bob', 'copy')
    await ada.sync()
    expect(contents(bob.state)).toEqual(contents(ada.state))
    expect(await bob.edit([{ op: 'patch', id: 'a1', fields: { x: 7 } }])).toMatchObject({ t: 'ack', seq: 5 })
    await Promise.all([ada.sync(), bob.sync()])
    expect([ada.state.get('a1')?.['x'], bob.state.get('a1')?.['x']]).toEqual([0, 7])
    await server.db.transaction((tx) => server.realtime.boards.erase(tx, 'copy'))
    const left = await server.db.sql.selectFrom('chunks').select('wid').distinct().execute()
    expect(left).toEqual([{ wid: 'w' }])
  })

  test('a copy contains no suggestions, in chunks of their own or among other records', async () => {
    const ada = await tab('ada', 'w')
    const box = { x: 0, y: 0, w: 100, h: 100, r: 0 }
    const suggestion = (id: string, target: string, page: string): Change => ({
      op: 'put',
      record: {
        id,
        kind: 'suggestion',
        parent: page,
        z: 'V',
        action: 'add',
        target,
        shape: 'sticky',
        fields: { ...box, parent: page, z: 'V' },
      },
    })
    await ada.edit([{ op: 'put', record: { id: 'page-2', kind: 'page', parent: null, z: 'b', name: '' } }])
    await ada.put('a1')
    await ada.edit([suggestion('s1', 'new-1', 'page-1'), suggestion('s2', 'new-2', 'page-2')])
    expect([...ada.state.ids()].sort()).toEqual(['a1', 'page-1', 'page-2', 's1', 's2'])
    await addSpace(server.db, { wid: 'copy', owner: 'bob' })
    await server.realtime.boards.copy('w', 'copy', 'bob')
    const bob = await tab('bob', 'copy')
    expect([...bob.state.ids()].sort()).toEqual(['a1', 'page-1', 'page-2'])
    expect([...(await tab('ada', 'w')).state.ids()].sort()).toEqual([...ada.state.ids()].sort())
    const stored = await server.db.sql
      .selectFrom('chunks')
      .select('bytes')
      .where('wid', '=', 'copy')
      .execute()
    for (const { bytes } of stored) expect(inflateRawSync(bytes).includes('suggestion')).toBe(false)
  })

  test('checkpoints of a day are pruned, and their chunks in use stay', async () => {
    const ada = await tab('ada', 'w')
    for (let round = 0; round < 5; round += 1) {
      await ada.put(`a${round}`)
      await server.realtime.boards.copy('w', 'nowhere', 'ada').catch(() => undefined)
    }
    const stored = await server.db.sql.selectFrom('checkpoints').select('seq').orderBy('seq').execute()
    expect(stored).toEqual([{ seq: 5 }, { seq: 6 }])
    server = await server.restart()
    const late = await tab('bob', 'w')
    expect(contents(late.state)).toEqual(contents(ada.state))
  })
})
