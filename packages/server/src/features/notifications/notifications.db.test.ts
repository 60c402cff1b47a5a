import { NotificationUpdate, getNotificationUrl } from '@tavla/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

type Name = 'ada' | 'bob' | 'cleo' | 'dora'
type Cast = Readonly<Record<Name, Someone>>

interface Case {
  readonly act: string
  /** Ada owns the space, Bob is its admin, Cleo a viewer; Dora is outside. */
  run(cast: Cast, wid: string): Promise<unknown>
  /** Each person's notifications; anyone not named gets none. */
  readonly announced: Partial<Record<Name, readonly object[]>>
}

const join = async (cast: Cast, wid: string, role: 'viewer' | 'admin') => {
  const { token } = await cast.ada.call.space.inviteLink({ query: { wid, role } })
  await cast.dora.call.space.acceptInvite({ body: { token } })
}
const ask = ({ dora }: Cast, wid: string) =>
  dora.call.space.requestAccess({ body: { wid, role: 'viewer', note: 'Please' } })
const remove = (by: Someone, wid: string, { uid }: Someone) =>
  by.call.space.removeMember({ query: { wid, uid } })
const setRole = (by: Someone, wid: string, { uid }: Someone, role: 'editor' | 'viewer') =>
  by.call.space.setRole({ query: { wid }, body: { uid, role } })

const joined = { type: 1001, user: 'dora' }
const left = { type: 1002, user: 'cleo' }
const raised = {
  type: 1003,
  modifier: 'bob',
  modified_user: 'cleo',
  from_role: 'viewer',
  to_role: 'editor',
}
const lowered = { ...raised, modified_user: 'bob', from_role: 'admin' }
const handedOver = { type: 1004, user: 'bob', from_user: 'ada' }
const asked = { type: 1007, user: 'dora', data: { role: 'viewer', seat: false } }

const cases: readonly Case[] = [
  {
    act: 'somebody joins by a link',
    run: (cast, wid) => join(cast, wid, 'viewer'),
    announced: { ada: [joined], bob: [joined] },
  },
  {
    act: 'somebody joins as an admin, who leads the space from then on',
    run: (cast, wid) => join(cast, wid, 'admin'),
    announced: { ada: [joined], bob: [joined] },
  },
  {
    act: 'somebody leaves',
    run: ({ cleo }, wid) => remove(cleo, wid, cleo),
    announced: { ada: [left], bob: [left] },
  },
  {
    act: 'an admin takes somebody out',
    run: ({ bob, cleo }, wid) => remove(bob, wid, cleo),
    announced: { ada: [left], cleo: [left] },
  },
  {
    act: 'an admin changes a role',
    run: ({ bob, cleo }, wid) => setRole(bob, wid, cleo, 'editor'),
    announced: { ada: [raised], cleo: [raised] },
  },
  {
    act: 'an admin lowers their own role',
    run: ({ bob }, wid) => setRole(bob, wid, bob, 'editor'),
    announced: { ada: [lowered] },
  },
  {
    act: 'a role is set to what it is',
    run: ({ bob, cleo }, wid) => setRole(bob, wid, cleo, 'viewer'),
    announced: {},
  },
  {
    act: 'the owner hands the space over',
    run: ({ ada, bob }, wid) => ada.call.space.transferOwnership({ query: { wid }, body: { uid: bob.uid } }),
    announced: { bob: [handedOver], cleo: [handedOver] },
  },
  {
    act: 'somebody asks for access',
    run: ask,
    announced: { ada: [asked], bob: [asked] },
  },
  {
    act: 'an admin lets them in',
    async run(cast, wid) {
      await ask(cast, wid)
      await cast.bob.call.space.decideAccess({ body: { wid, uid: cast.dora.uid, role: 'viewer' } })
    },
    announced: {
      ada: [joined, asked],
      bob: [asked],
      dora: [{ type: 1008, user: 'bob', data: { granted: true, role: 'viewer' } }],
    },
  },
  {
    act: 'an admin lets a member do more, who asked for it',
    async run({ bob, cleo }, wid) {
      await cleo.call.space.requestAccess({ body: { wid, role: 'editor', note: 'Please' } })
      await bob.call.space.decideAccess({ body: { wid, uid: cleo.uid, role: 'editor' } })
    },
    announced: {
      ada: [raised, { ...asked, user: 'cleo', data: { role: 'editor', seat: false } }],
      bob: [{ ...asked, user: 'cleo', data: { role: 'editor', seat: false } }],
      cleo: [{ type: 1008, user: 'bob', data: { granted: true, role: 'editor' } }],
    },
  },
  {
    act: 'the owner says no',
    async run(cast, wid) {
      await ask(cast, wid)
      await cast.ada.call.space.decideAccess({ body: { wid, uid: cast.dora.uid, role: null } })
    },
    announced: {
      ada: [asked],
      bob: [asked],
      dora: [{ type: 1008, user: 'ada', data: { granted: false, role: null } }],
    },
  },
  {
    act: 'somebody with an account is invited by address',
    run: ({ ada, dora }, wid) =>
      ada.call.space.invite({
        query: { wid },
        body: { role: 'editor', email: [dora.email], data: '', send_email: false },
      }),
    announced: {
      dora: [{ type: 1009, user: 'ada', data: { role: 'editor', voice: false, invite: expect.any(String) } }],
    },
  },
]

describe.each(engineNames)('notices on %s', (engine) => {
  let server: TestServer
  let cast: Cast
  const pushed: { uid: string; update: unknown }[] = []
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    cast = {
      ada: await person(server, 'Ada', { verified: true }),
      bob: await person(server, 'Bob'),
      cleo: await person(server, 'Cleo'),
      dora: await person(server, 'Dora', { verified: true }),
    }
    const { push } = server.app
    server.app.push = {
      ...push,
      notification: (uid, update) => void pushed.push({ uid, update: NotificationUpdate.parse(update) }),
    }
  })
  afterEach(async () => {
    for (const { call } of Object.values(cast)) await call.user.readNotices({ body: {} })
    pushed.length = 0
  })
  afterAll(() => server.stop())

  const getName = (uid: unknown) =>
    Object.entries(cast).find(([, someone]) => someone.uid === uid)?.[0] ?? uid
  /** Names instead of uids, and nothing that every notice has. */
  const announced = (update: object) =>
    Object.fromEntries(
      Object.entries(update)
        .filter(([field]) => !['id', 'wid', 'spaceName', 'createdAt', 'readAt'].includes(field))
        .map(([field, value]) => [field, getName(value)]),
    )
  const inOrder = (list: readonly object[]) =>
    list.map(announced).toSorted((a, b) => Number(a['type']) - Number(b['type']))
  const spaceOfThree = async () => {
    const { ada, bob, cleo } = cast
    const wid = await createSpace(ada, 'Plans', { bob: [bob, 'admin'], cleo: [cleo, 'viewer'] })
    for (const { call } of Object.values(cast)) await call.user.readNotices({ body: {} })
    pushed.length = 0
    // What happens next is newer than all before.
    server.clock.advance(1)
    return wid
  }

  it.each(cases)('tell the right people, and never who did it, when $act', async (one) => {
    const wid = await spaceOfThree()
    await one.run(cast, wid)
    for (const [name, { uid, call }] of Object.entries(cast)) {
      const expected = one.announced[name as Name] ?? []
      const { list, unread } = await call.user.notices()
      const update = list.filter(({ readAt }) => readAt === null)
      expect(inOrder(update), name).toEqual(expected)
      expect(unread, name).toBe(expected.length)
      const live = pushed.filter((push) => push.uid === uid).map(({ update }) => update as object)
      expect(inOrder(live), `live to ${name}`).toEqual(expected)
      expect(
        update.every((notification) => notification.wid === wid && notification.spaceName === 'Plans'),
      ).toBe(true)
    }
  })

  it('lead an invited person straight into the space', async () => {
    const { ada, dora } = cast
    const wid = await spaceOfThree()
    const body = { role: 'editor' as const, email: [dora.email], data: '', send_email: false }
    await ada.call.space.invite({ query: { wid }, body })
    const [notification] = (await dora.call.user.notices()).list
    if (!notification) throw new Error('an invitation')
    const address = new URL(getNotificationUrl(notification, dora.uid), server.url)
    expect(address.pathname).toBe('/app/invite-loading')
    const token = address.searchParams.get('invite') ?? ''
    expect(await getCode(dora.call.space.acceptInvite({ body: { token } }))).toBe(200)
    const stored = server.app.db.sql.selectFrom('notices').select('data').where('id', '=', notification.id)
    expect((await stored.executeTakeFirstOrThrow()).data).not.toContain(token)
  })

  it('are marked read in all tabs at once, one by one or all, and only one’s own', async () => {
    const { ada, bob, cleo } = cast
    const wid = await spaceOfThree()
    await join(cast, wid, 'viewer')
    await remove(cleo, wid, cleo)
    const [newest] = (await ada.call.user.notices()).list
    const mine = (await bob.call.user.notices()).list
    pushed.length = 0
    const ids = [newest?.id ?? '', ...mine.map(({ id }) => id)]
    expect(await ada.call.user.readNotices({ body: { ids } })).toEqual({ unread: 1 })
    expect(pushed).toEqual([{ uid: ada.uid, update: { read: ids, unread: 1 } }])
    expect((await bob.call.user.notices()).unread).toBe(2)
    expect(await ada.call.user.readNotices({ body: {} })).toEqual({ unread: 0 })
    expect(pushed[1]).toEqual({ uid: ada.uid, update: { read: null, unread: 0 } })
  })

  it('of a disabled type are in no list, no count and no tab', async () => {
    const { ada } = cast
    const wid = await spaceOfThree()
    const set = (types: Record<string, { inApp: boolean; email: boolean }>) =>
      ada.call.user.setNotifyConfig({ body: { types } })
    await set({ 1001: { inApp: false, email: true } })
    await join(cast, wid, 'viewer')
    expect(pushed.map(({ uid }) => getName(uid))).toEqual(['bob'])
    const { list, unread } = await ada.call.user.notices({ query: { limit: 100 } })
    expect([list.some(({ type }) => type === 1001), unread]).toEqual([false, 0])
    await set({})
    expect((await ada.call.user.notices()).unread).toBe(1)
  })
})
