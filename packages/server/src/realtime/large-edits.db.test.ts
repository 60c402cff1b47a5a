import type { Change } from '@tavla/canvas/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../ports/clock/system-clock.ts'
import { engineNames } from '../testing/databases.ts'
import { type LiveServer, liveServer } from './testing/live-server.ts'
import { addMember, addSpace } from './testing/space-rows.ts'
import { contents, rect, Tab } from './testing/tab.ts'

const many = 2_500
const ids = Array.from({ length: many }, (_, index) => `r${index}`)
const puts = (prefix = ''): Change[] => ids.map((id) => ({ op: 'put', record: rect(`${prefix}${id}`) }))

/** A clock whose turns of the event loop can be held back: what is in slices then stands still between two of them. */
function heldClock() {
  let held: (() => void)[] | null = null
  let holds = 0
  let noticed = (): void => undefined
  return {
    ...systemClock,
    nextTask: () => {
      holds += 1
      noticed()
      return held ? new Promise<void>((resolve) => held?.push(resolve)) : systemClock.nextTask()
    },
    hold: () => void (held = []),
    release() {
      const waiting = held ?? []
      held = null
      for (const announce of waiting) announce()
    },
    /** Resolves once somebody waits for a turn. */
    async reached() {
      if (held?.length) return
      await new Promise<void>((resolve) => (noticed = resolve))
    },
    get turns() {
      return holds
    },
  }
}

describe.each(engineNames)('a large edit on %s', (engine) => {
  let clock: ReturnType<typeof heldClock>
  let server: LiveServer
  const open: Tab[] = []
  beforeEach(async () => {
    clock = heldClock()
    server = await liveServer({ engine, clock })
    await addSpace(server.db, { wid: 'w', owner: 'ada' })
    await addMember(server.db, 'w', 'bob', 'editor')
  })
  afterEach(async () => {
    clock.release()
    for (const tab of open.splice(0)) tab.leave()
    await server.stop()
  })

  async function tab(uid: string): Promise<Tab> {
    const opened = await Tab.open(server, uid, 'w')
    open.push(opened)
    return opened
  }

  /** Sends an edit that then stands halfway in the board, until the clock is released. */
  async function halfway(author: Tab, changes: readonly Change[]) {
    // The first edit of a tab asks the database what it knows of it.
    await author.put(`first-${author.name}`)
    clock.hold()
    const answer = author.edit(changes)
    await clock.reached()
    return { answer }
  }

  async function seqs(): Promise<readonly number[]> {
    const rows = await server.db.sql.selectFrom('journal').select('seq').orderBy('seq').execute()
    return rows.map(({ seq }) => seq)
  }

  test('of every kind gives the event loop many turns, and so does its undo', async () => {
    const ada = await tab('ada')
    const turns: number[] = []
    const take = async (changes: readonly Change[]): Promise<number> => {
      const before = clock.turns
      const answer = await ada.edit(changes)
      expect(answer).toMatchObject({ t: 'ack' })
      turns.push(clock.turns - before)
      return answer.t === 'ack' ? answer.seq : 0
    }
    const put = await take(puts())
    const removed = await take(ids.map((id) => ({ op: 'remove', ids: [id], if: put })))
    await take([{ op: 'restore', ids, removedAt: removed }])
    const patched = await take(ids.map((id) => ({ op: 'patch', id, fields: { x: 5 } })))
    await take(ids.map((id) => ({ op: 'patch', id, fields: { x: 0 }, if: { x: patched } })))
    await take([{ op: 'translate', ids, dx: 1, dy: 1 }])
    await take([{ op: 'remove', ids }])
    expect(Math.min(...turns)).toBeGreaterThanOrEqual(2)
  })

  test('makes other edits wait, and nobody sees half of it', async () => {
    const [ada, bob] = [await tab('ada'), await tab('bob')]
    const { answer: whole } = await halfway(ada, puts())
    const order: string[] = []
    void whole.then(() => order.push('large'))
    const small = bob.put('small').then(() => order.push('small'))
    const late = tab('bob')
    await bob.sync()
    expect([order, bob.state.size, await seqs()]).toEqual([[], 2, [1, 2]])
    clock.release()
    await Promise.all([whole, small])
    expect(order).toEqual(['large', 'small'])
    const latest = await late
    await Promise.all([ada.sync(), bob.sync(), latest.sync()])
    expect(contents(bob.state)).toEqual(contents(ada.state))
    expect(contents(latest.state)).toEqual(contents(ada.state))
    expect(ada.state.size).toBe(many + 3)
    expect(await seqs()).toEqual([1, 2, 3, 4])
  })

  test('or many small ones of one tab, does not delay edits of other tabs until the end', async () => {
    const [ada, bob] = [await tab('ada'), await tab('bob')]
    for (const author of [ada, bob]) await author.put(`first-${author.name}`)
    clock.hold()
    const flood = ids.slice(0, 400).map((id) => ada.put(id))
    await ada.sync()
    const small = bob.put('small')
    await bob.sync()
    clock.release()
    const answers = [await small, ...(await Promise.all(flood))]
    const [seq = 0, ...others] = answers.map((answer) => (answer.t === 'ack' ? answer.seq : 0))
    // Hers that were taken in the first turn, and a few that take turns with his.
    expect(seq).toBeLessThan(300)
    expect(others).toEqual([...others].sort((a, b) => a - b))
    expect(Math.max(...others)).toBe(404)
  })

  test('is applied before later edits of its tab, though it is decoded in turns', async () => {
    const ada = await tab('ada')
    await ada.put('first')
    clock.hold()
    const large = ada.edit(puts())
    const after = ada.edit([{ op: 'patch', id: 'r0', fields: { x: 9 } }])
    const removal = ada.edit([{ op: 'remove', ids: ['r1'] }])
    await clock.reached()
    clock.release()
    expect(await Promise.all([large, after, removal])).toMatchObject([
      { t: 'ack', seq: 3 },
      { t: 'ack', seq: 4 },
      { t: 'ack', seq: 5 },
    ])
    expect([ada.state.get('r0')?.['x'], ada.state.has('r1')]).toEqual([9, false])
  })

  test('is applied completely if its author leaves halfway', async () => {
    const [ada, bob] = [await tab('ada'), await tab('bob')]
    await halfway(ada, puts())
    ada.cut()
    await ada.closed
    clock.release()
    await bob.until(() => bob.state.size === many + 2)
    expect(await bob.put('after')).toMatchObject({ t: 'ack', seq: 4 })
    expect(server.errors).toEqual([])
  })

  test('is reverted if its author has lost the right to edit by its end', async () => {
    const [ada, bob] = [await tab('ada'), await tab('bob')]
    const { answer } = await halfway(bob, puts())
    await server.db.transaction(async (tx) => {
      await tx.updateTable('members').set({ role: 'viewer' }).where('uid', '=', 'bob').execute()
      await tx
        .updateTable('spaces')
        .set((eb) => ({ access_version: eb('access_version', '+', 1) }))
        .execute()
    })
    const lowered = bob.next('role')
    server.realtime.push.accessChanged('w')
    await lowered
    clock.release()
    expect(await answer).toMatchObject({ t: 'reject', reason: 'role' })
    expect(await ada.put('after')).toMatchObject({ t: 'ack', seq: 3 })
    const late = await tab('ada')
    expect(late.state.size).toBe(3)
  })

  test('refused at its end leaves nothing, and a page that opens meanwhile sees nothing of it', async () => {
    const [ada, bob] = [await tab('ada'), await tab('bob')]
    const { answer } = await halfway(ada, [...puts(), { op: 'put', record: rect(`first-${ada.name}`) }])
    const late = tab('bob')
    clock.release()
    expect(await answer).toMatchObject({ t: 'reject', reason: 'exists' })
    const latest = await late
    await bob.sync()
    expect([bob.state.size, latest.state.size]).toEqual([2, 2])
  })

  test('is aborted if its room ends halfway, and nothing of it is stored', async () => {
    const ada = await tab('ada')
    await halfway(ada, puts())
    await server.db.sql.deleteFrom('members').execute()
    await server.db.sql.deleteFrom('spaces').execute()
    const refused = ada.next('refused')
    server.realtime.push.accessChanged('w')
    await refused
    clock.release()
    await ada.sync()
    expect([await seqs(), server.errors]).toEqual([[], []])
  })
})
