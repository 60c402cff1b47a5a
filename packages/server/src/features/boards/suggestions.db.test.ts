import type { Change } from '@tavla/canvas/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const box = { x: 0, y: 0, w: 100, h: 100, r: 0 }

function note(id: string, page: string): Change {
  return { op: 'put', record: { id, kind: 'sticky', parent: page, z: 'V', ...box } }
}

function suggest(id: string, target: string, page: string): Change {
  const fields = { x: 500 }
  return {
    op: 'put',
    record: { id, kind: 'suggestion', parent: page, z: 'V', action: 'change', target, fields },
  }
}

describe.each(engineNames)('suggestions on %s', (engine) => {
  let server: TestServer
  let [ada, bo, cleo]: [Someone, Someone, Someone] = [] as never
  let wid = ''
  let page = ''
  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada')
    bo = await person(server, 'Bo')
    cleo = await person(server, 'Cleo')
    wid = await createSpace(ada, 'Retro')
    for (const [who, role] of [
      [bo, 'commenter'],
      [cleo, 'contributor'],
    ] as const) {
      const { token } = await ada.call.space.inviteLink({ query: { wid, role } })
      await who.call.space.acceptInvite({ body: { token } })
    }
    page = 'p1'
    await change(ada, { op: 'put', record: { id: page, kind: 'page', parent: null, z: 'V', name: 'One' } })
    await change(cleo, note('hers', page), note('also', page))
    await change(ada, note('mine', page))
  })
  afterAll(() => server.stop())

  const change = (who: Someone, ...changes: Change[]) => server.app.boards.change(wid, who.uid, changes)
  const announced = async ({ call }: Someone) => {
    server.clock.advance(6_000)
    await server.settle()
    const { list } = await call.user.notices()
    const about = list.flatMap((one) =>
      one.readAt === null && one.type >= 1012 && 'data' in one ? [[one.type, one.user, one.data]] : [],
    )
    await call.user.readNotices({ body: {} })
    return about
  }

  it('notify the deciders once, and their author once they are decided', async () => {
    for (let i = 0; i < 4; i++) await change(bo, suggest(`s${i}`, i % 2 ? 'hers' : 'mine', page))
    await change(bo, suggest('also-hers', 'also', page))
    server.clock.advance(6_000)
    await server.settle()
    for (let i = 4; i < 8; i++) await change(bo, suggest(`s${i}`, i % 2 ? 'hers' : 'mine', page))
    expect(await announced(ada)).toEqual([[1012, bo.uid, {}]])
    const all = await cleo.call.user.notices()
    expect(all.list.filter(({ type }) => type === 1012)).toHaveLength(1)
    expect(await announced(bo)).toEqual([])

    await change(ada, { op: 'patch', id: 'mine', fields: { x: 500 } }, { op: 'remove', ids: ['s6'] })
    await change(cleo, { op: 'remove', ids: ['s7', 'also-hers'] })
    expect(await announced(bo)).toEqual(
      expect.arrayContaining([
        [1013, ada.uid, { accepted: true }],
        [1013, cleo.uid, { accepted: false }],
      ]),
    )
    expect(await announced(ada)).toEqual([])
  })

  it('are journaled with author and page, and refused if the board accepts none', async () => {
    await change(bo, suggest('kept', 'mine', page))
    const board = await server.app.boards.read(wid)
    expect(board?.get('kept')).toMatchObject({ by: bo.uid, parent: page, target: 'mine' })
    await expect(change(bo, { op: 'patch', id: 'mine', fields: { x: 1 } })).rejects.toThrow()
    await expect(change(cleo, { op: 'remove', ids: ['kept'] })).rejects.toThrow()

    const setting = { id: 'settings', kind: 'settings', parent: null, z: 'V', suggestions: 'off' }
    await expect(change(cleo, { op: 'put', record: setting })).rejects.toThrow()
    await change(ada, { op: 'put', record: setting })
    await expect(change(bo, suggest('late', 'mine', page))).rejects.toThrow()
    await change(bo, { op: 'remove', ids: ['kept'] })
    await change(ada, { op: 'patch', id: 'settings', fields: { suggestions: 'on' } })
    await change(bo, suggest('late', 'mine', page))
  })
})
