import type { ServerFrame } from '@tavla/contract/realtime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BatchConflict } from '../../db/database-errors.ts'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { engineNames } from '../../testing/databases.ts'
import { holdBoard } from './exclusive-lease.ts'
import { type LiveServer, liveServer } from '../testing/live-server.ts'
import { addMember, addSpace } from '../testing/space-rows.ts'
import { Tab } from '../testing/tab.ts'

const isRefused = (frame: ServerFrame): frame is Extract<ServerFrame, { t: 'refused' }> =>
  frame.t === 'refused'

describe.each(engineNames)('a board that is held, on %s', (engine) => {
  let server: LiveServer
  const open: Tab[] = []

  beforeEach(async () => {
    server = await liveServer({ engine })
    await addSpace(server.db, { wid: 'w', owner: 'ada' })
    await addMember(server.db, 'w', 'bob', 'editor')
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

  /** As another process would: this one is not informed. */
  const hold = async (epoch: string) => {
    const held = await holdBoard({ db: server.db, clock: systemClock, name: '' }, 'w', epoch)
    if (!held) throw new Error('There is no board')
    return held
  }

  test('is taken from a room of another process, which acknowledges nothing more', async () => {
    const [ada, bob] = [await tab('ada'), await tab('bob')]
    await ada.put('a')
    const held = await hold('e2')
    const refused = [ada.receive(isRefused), bob.receive(isRefused)]
    const unsent = ada.put('b')
    for (const one of await Promise.all(refused))
      expect(one).toMatchObject({ reason: 'elsewhere', retry: true })
    const again = bob.receive(isRefused)
    bob.send({ t: 'join', wid: 'w' })
    expect(await again).toMatchObject({ reason: 'elsewhere', retry: true })

    await held.commit([])
    await held.release()
    const welcome = await ada.join({ wid: 'w', ...ada.held })
    expect([welcome.epoch, welcome.tail, welcome.seq]).toEqual(['e2', false, 2])
    expect(await Promise.race([unsent.then(() => 'answered'), ada.sync().then(() => 'unanswered')])).toBe(
      'unanswered',
    )
    expect((await ada.put('b')).t).toBe('ack')
  })

  test('prevents writes once another process holds it', async () => {
    await tab('ada')
    const [first, second] = [await hold('e2'), await hold('e3')]
    const rename = server.db.sql.updateTable('spaces').set({ name: 'Never' })
    await expect(first.commit([{ query: rename }])).rejects.toBeInstanceOf(BatchConflict)
    await first.release()
    await second.commit([])
    const { name, owner } = await server.db.sql
      .selectFrom('spaces')
      .innerJoin('boards', 'boards.wid', 'spaces.wid')
      .select(['name', 'boards.owner'])
      .executeTakeFirstOrThrow()
    expect([name, owner]).toEqual(['w', 'hold-e3'])
    await second.release()
  })

  test('does not exist for a space that nobody opened', async () => {
    expect(await holdBoard({ db: server.db, clock: systemClock, name: '' }, 'w', 'e2')).toBeNull()
    expect(
      await server.db.sql.selectFrom('nodes').select('id').where('id', 'like', 'hold-%').execute(),
    ).toEqual([])
  })
})
