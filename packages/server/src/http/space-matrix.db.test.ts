import { type Call, isAtLeast, Role } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, person, type Someone, createSpace } from '../testing/as.ts'
import { engineNames } from '../testing/databases.ts'
import { everyCall, type SampleInput, sampleInputs, type World } from '../testing/inputs.ts'
import { raw } from '../testing/hostile/raw.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

type Principal = Role | 'guest' | 'removed' | 'stranger' | 'anonymous'

/** The least may come first, so that what somebody may change is changed after all denials. */
const principals: readonly Principal[] = [
  'anonymous',
  'stranger',
  'removed',
  'viewer',
  'commenter',
  'contributor',
  'guest',
  'editor',
  'admin',
  'owner',
]
/** What the guest is in the space: the highest role that a guest can hold. */
const GUESTS_ROLE: Role = 'editor'

/** Where the sample input asks for more than the call's least role: taking out somebody else, deleting for good. */
const stricter = new Map<string, Role>([
  ['removeMember', 'admin'],
  ['remove', 'owner'],
])
/** Calls for any account that look at a space all the same. */
const authorizedInside = new Set(['groups', 'limits'])
/** What only full accounts may, though a guest's role would reach. */
const notForGuests = new Map([
  ['create', 'every space but the first'],
  ['claim', 'owning another one'],
  ['duplicate', 'owning another one'],
])
/** What the sample input meets with anyone who may: objects that are not there, links that never were. */
const answers = new Map<string, number>([
  ['transferOwnership', 4004],
  ['removeMember', 4004],
  ['removeInviteLink', 4004],
  ['invitationLink', 4004],
  ['acceptInvite', 4027],
  ['decideAccess', 4004],
  ['claim', 4003],
  ['remove', 4000],

  ['renameVersion', 4004],
  ['removeVersion', 4004],
])

function getExpectedCode(name: string, { auth }: Call, who: Principal): number {
  const status = answers.get(name) ?? 200
  if (who === 'anonymous') return auth === 'none' || auth === 'opt' ? status : 4001
  const outside = who === 'stranger' || who === 'removed'
  const needed = stricter.get(name) ?? Role.safeParse(auth).data
  if (outside && (needed !== undefined || authorizedInside.has(name))) return 4004
  if (who === 'guest' && notForGuests.has(name)) return 4034
  if (needed === undefined || outside) return status
  return isAtLeast(who === 'guest' ? GUESTS_ROLE : who, needed) ? status : 4003
}

const spaceCalls = everyCall.flatMap(([full, call]) => {
  const [group, name] = full.split('.') as [string, string]
  return group === 'space' ? [[name, call] as const] : []
})

describe.each(engineNames)('every call of a space on %s', (engine) => {
  let server: TestServer
  let tokens: ReadonlyMap<Principal, string | null>
  let ada: Someone
  let world: World
  /** A space of other people, with one of everything that can be named. */
  let theirs: {
    readonly wid: string
    readonly owner: Someone
    readonly member: Someone
    readonly asking: Someone
    readonly invited: string
    readonly token: string
    readonly group: string
    readonly version: string
  }

  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    const named = new Map<Principal, Someone>()
    for (const name of principals)
      if (name !== 'anonymous' && name !== 'guest') named.set(name, await person(server, name))
    named.set('guest', await guest(server, 'Visitor'))
    ada = named.get('owner') as Someone
    const roles = ['admin', 'editor', 'contributor', 'commenter', 'viewer'] as const
    const wid = await createSpace(ada, 'Ours', {
      ...Object.fromEntries(roles.map((role) => [role, [named.get(role) as Someone, role] as const])),
      removed: [named.get('removed') as Someone, 'editor'],
      guest: [named.get('guest') as Someone, GUESTS_ROLE],
    })
    await ada.call.space.removeMember({ query: { wid, uid: named.get('removed')?.uid } })
    // The first space of a guest is allowed; what the table asks about is the next one.
    await named.get('guest')?.call.space.create({ body: { name: 'Trial' } })
    const { token: linkToken } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    world = { wid, member: named.get('viewer')?.uid ?? '', fileId: 'unknown', linkToken }
    tokens = new Map(principals.map((name) => [name, named.get(name)?.token ?? null]))
    theirs = await otherSpace()
  })
  afterAll(() => server.stop())

  async function otherSpace(): Promise<typeof theirs> {
    const [owner, member, asking] = [
      await person(server, 'Olga'),
      await person(server, 'Milo'),
      await person(server, 'Asker'),
    ]
    const wid = await createSpace(owner, 'Theirs', { member: [member, 'editor'] })
    const invited = 'invited@example.com'
    await owner.call.space.invite({
      query: { wid },
      body: { role: 'viewer', email: [invited], data: '', send_email: false },
    })
    await asking.call.space.requestAccess({ body: { wid, role: 'viewer' } })
    const { token } = await owner.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    const groups = [{ name: 'Group', color: 'blue', uids: [member.uid] }]
    const { list } = await owner.call.space.setGroups({ query: { wid }, body: { groups } })
    const version = await owner.call.space.nameVersion({ body: { wid, seq: 0, name: 'Start' } })
    return { wid, owner, member, asking, invited, token, group: list[0]?.id ?? '', version: version.id }
  }

  /** Everything that calls of a space could change; not when somebody was there, nor that its room asks again who may what. */
  async function getStoredState(wid: string): Promise<string> {
    const { sql } = server.app.db
    const of = (
      table: 'links' | 'invitations' | 'groups' | 'group_members' | 'access_requests' | 'versions',
    ) => sql.selectFrom(table).selectAll().where('wid', '=', wid).execute()
    const rows = [
      await sql
        .selectFrom('spaces')
        .select(['name', 'owner', 'successor', 'photo', 'photo_auto', 'archived_at', 'trashed_at'])
        .where('wid', '=', wid)
        .execute(),
      await sql
        .selectFrom('members')
        .select(['uid', 'role', 'via', 'starred', 'folder'])
        .where('wid', '=', wid)
        .execute(),
      await of('links'),
      await of('invitations'),
      await of('groups'),
      await of('group_members'),
      await of('access_requests'),
      await of('versions'),
    ]
    return JSON.stringify(rows.map((some) => some.map((row) => JSON.stringify(row)).sort()))
  }

  it.each(spaceCalls)(
    '%s answers each of ten people as its row says, and a refusal changes nothing',
    async (name, call) => {
      const samples = sampleInputs(world).space as unknown as Readonly<Record<string, SampleInput>>
      const expected = principals.map((who) => [who, getExpectedCode(name, call, who)])
      const got: [Principal, number][] = []
      const before = await getStoredState(world.wid)
      for (const who of principals) {
        const denied = getExpectedCode(name, call, who) !== (answers.get(name) ?? 200)
        const { body } = await raw(server, call, tokens.get(who) ?? null, samples[name] ?? {})
        got.push([who, body.code])
        if (denied)
          expect(await getStoredState(world.wid), `${name} changed something for ${who}`).toBe(before)
        else break
      }
      for (const who of principals.slice(got.length)) {
        const { body } = await raw(server, call, tokens.get(who) ?? null, samples[name] ?? {})
        got.push([who, body.code])
      }
      expect(got).toEqual(expected)
    },
  )

  it('an object of another space next to one’s own is not found, and neither space changes', async () => {
    const { wid } = world
    const { space } = ada.call
    const { member, asking, invited, token, group, version } = theirs
    const of = { query: { wid } }
    const attempts: readonly (readonly [string, number, () => Promise<unknown>])[] = [
      ['role of a member', 4004, () => space.setRole({ ...of, body: { uid: member.uid, role: 'viewer' } })],
      [
        'role of an invitation',
        4004,
        () => space.setRole({ ...of, body: { email: invited, role: 'viewer' } }),
      ],
      ['new owner', 4004, () => space.transferOwnership({ ...of, body: { uid: member.uid } })],
      ['removal', 4004, () => space.removeMember({ query: { wid, uid: member.uid } })],
      ['withdrawal', 4004, () => space.removeMember({ query: { wid, email: invited } })],
      ['limits of a link', 4027, () => space.changeInviteLink({ body: { wid, token, maxUses: 1 } })],
      ['revoking a link', 4004, () => space.removeInviteLink({ query: { wid, token } })],
      ['an answer', 4004, () => space.decideAccess({ body: { wid, uid: asking.uid, role: 'viewer' } })],
      ['a successor', 4004, () => space.setSuccessor({ body: { wid, uid: member.uid } })],
      [
        'members of a group',
        4000,
        () =>
          space.setGroups({ ...of, body: { groups: [{ name: 'Mine', color: 'blue', uids: [member.uid] }] } }),
      ],
      ['name of a version', 4004, () => space.renameVersion({ body: { wid, id: version, name: 'Mine' } })],
      ['a version', 4004, () => space.removeVersion({ query: { wid, id: version } })],
    ]
    const before = [await getStoredState(wid), await getStoredState(theirs.wid)]
    for (const [what, code, attempt] of attempts) {
      server.clock.advance(200)
      expect([what, await getCode(attempt())]).toEqual([what, code])
      expect([await getStoredState(wid), await getStoredState(theirs.wid)], what).toEqual(before)
    }
    // A group's id from elsewhere makes a new group here; filtering by it finds nobody.
    const taken = { id: group, name: 'Mine', color: 'blue', uids: [] }
    const { list } = await space.setGroups({ ...of, body: { groups: [taken] } })
    expect(list[0]?.id).not.toBe(group)
    expect((await space.members({ query: { wid, group } })).total).toBe(0)
    expect(await getStoredState(theirs.wid)).toBe(before[1])
  })

  it('accepts each call as the specification writes it', async () => {
    const { wid, member } = world
    const invite = JSON.stringify({ role: 'viewer', email: ['new@example.com'], data: '', send_email: false })
    const json = 'application/json'
    const form = 'application/x-www-form-urlencoded'
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    const asWritten: readonly (readonly [line: string, type?: string, body?: string])[] = [
      ['GET /api/space/member/group'],
      [`PUT /api/space/member/group?wid=${wid}`, json, '{"groups":[]}'],
      [`GET /api/space/member?wid=${wid}`],
      [`GET /api/space/member?wid=${wid}&start=0&limit=10&key=a&all=1`],
      [`POST /api/space/member/role?wid=${wid}`, form, `uid=${member}&role=viewer`],
      [`POST /api/space/member/role?wid=${wid}`, json, JSON.stringify({ uid: member, role: 'viewer' })],
      [`POST /api/space/member/invite?wid=${wid}&lang=sv`, json, invite],
      [`POST /api/space/member/invite/voice?wid=${wid}&lang=sv`, json, invite],
      [`GET /api/space/member/online?id=${wid}`],
      [`GET /api/space/invitelink?wid=${wid}&role=viewer`],
      [`GET /api/space/invitelink/info?token=${token}`],
      ['POST /api/space/name', form, `wid=${wid}&name=Named`],
      ['POST /api/space/photo', json, JSON.stringify({ wid, photo: 'dawn' })],
      ['GET /api/space/photo/builtin'],
      [`DELETE /api/space/photo?wid=${wid}&auto=1`],
      ['GET /api/space/phonicsroom/settings'],
      ['POST /api/space/phonicsroom/settings', json, '{"speakFreelyKeyName":"N"}'],
      [`GET /api/space/phonicsroom/remainduration?wid=${wid}`],
      ['GET /api/space/limit/free'],
      // Last, since afterwards the space is somebody else's.
      [`POST /api/space/member/transferrole?wid=${wid}`, json, JSON.stringify({ uid: member })],
    ]
    for (const [line, type, body] of asWritten) {
      server.clock.advance(200)
      const [method = '', address = ''] = line.split(' ')
      const headers = { token: ada.token, ...(type === undefined ? {} : { 'content-type': type }) }
      const answer = await fetch(server.url + address, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      expect([line, answer.status, ((await answer.json()) as { code: number }).code]).toEqual([
        line,
        200,
        200,
      ])
    }
  })
})
