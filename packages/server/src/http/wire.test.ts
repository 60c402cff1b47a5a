import { type Call, codes, isAtLeast, getRefusals, type Role, roles } from '@tavla/contract'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadTokens, getCode, guest, PASSWORD, person, type Someone, createSpace } from '../testing/as.ts'
import { everyCall, type SampleInput, sampleInputs, type World } from '../testing/inputs.ts'
import { raw, type RawAnswer } from '../testing/hostile/raw.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const isRole = (auth: Call['auth']): auth is Role => (roles as readonly string[]).includes(auth)

describe('every call over HTTP', () => {
  let server: TestServer
  let world: World
  let people: Readonly<Record<Role | 'stranger' | 'removed', Someone>>
  let visitor: Someone
  let guestMember: Someone
  let dead: readonly string[]

  const getInput = (name: string, of: World = world): SampleInput => {
    const [group, short] = name.split('.') as [string, string]
    const samples = sampleInputs(of) as unknown as Record<string, Record<string, SampleInput>>
    return samples[group]?.[short] ?? {}
  }
  const ask = (name: string, call: Call, token: string | null, input = getInput(name)): Promise<RawAnswer> =>
    raw(server, call, token, input)
  let administrator = { token: '', since: -Infinity }
  /** Somebody whose kind of account the call takes. */
  const getCaller = async (call: Call): Promise<Pick<Someone, 'token'>> => {
    if (call.auth !== 'administrator') return call.auth === 'guest' ? visitor : people.owner
    const isUsed = server.clock.now() - administrator.since > 5 * 60_000
    if (!isUsed && (await getCode(server.as(administrator.token).admin.me())) === 200) return administrator
    const body = { email: people.owner.email, password: PASSWORD }
    const { token } = await server.as(null).admin.login({ body })
    administrator = { token, since: server.clock.now() }
    return administrator
  }

  beforeAll(async () => {
    server = await testServer({ env: { LIMITS: 'none' } })
    dead = await deadTokens(server)
    const owner = await person(server, 'Owner', { verified: true })
    const administrators = server.app.db.sql.updateTable('accounts').set({ role: 'administrator' })
    await administrators.where('uid', '=', owner.uid).execute()
    const named = async (name: string) => person(server, name)
    people = {
      owner,
      admin: await named('Admin'),
      editor: await named('Editor'),
      contributor: await named('Contributor'),
      commenter: await named('Commenter'),
      viewer: await named('Viewer'),
      stranger: await named('Stranger'),
      removed: await named('Removed'),
    }
    visitor = await guest(server, 'Outside')
    guestMember = await guest(server, 'Inside')
    const wid = await createSpace(owner, 'Wire', {
      admin: [people.admin, 'admin'],
      editor: [people.editor, 'editor'],
      contributor: [people.contributor, 'contributor'],
      commenter: [people.commenter, 'commenter'],
      viewer: [people.viewer, 'viewer'],
      removed: [people.removed, 'editor'],
      guest: [guestMember, 'viewer'],
    })
    await owner.call.space.removeMember({ query: { wid, uid: people.removed.uid } })
    const { token: linkToken } = await owner.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    const bytes = new Blob(['hello'])
    const described = { filename: 'a.txt', filesize: 5, type: 'text/plain' }
    const { id: fileId } = await owner.call.file.uploadDirect({
      query: { id: wid, ...described },
      file: bytes,
    })
    world = { wid, member: people.viewer.uid, fileId, linkToken }
  })
  afterAll(() => server.stop())

  it.each(everyCall)('%s answers within what it declares, for everybody', async (name, call) => {
    const allowed = new Set([200, ...[...getRefusals(call)].map((refusal) => codes[refusal].code)])
    // Some calls end the session they come with, so everybody is new.
    server.clock.advance(60_000)
    const somebody = await person(server, name.replace('.', '-'))
    const someGuest = await guest(server, name.replace('.', '-'))
    for (const token of [null, 'nonsense', someGuest.token, somebody.token]) {
      const { status, body, headers } = await ask(name, call, token)
      expect(allowed, `${name} answered ${body.code}`).toContain(body.code)
      expect(body.code).not.toBe(5000)
      const row = Object.values(codes).find(({ code }) => code === body.code)
      if (!call.redirects) expect(status).toBe(row?.http)
      if (call.path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    }
  })

  it.each(everyCall.filter(([, { auth }]) => auth !== 'none' && auth !== 'opt'))(
    '%s requires a session',
    async (name, call) => {
      for (const token of [null, '', 'nonsense', 's_'.padEnd(45, 'a'), ...dead]) {
        const { body, status } = await ask(name, call, token)
        expect([status, body.code], String(token)).toEqual([401, 4001])
      }
    },
  )

  it.each(everyCall.filter(([, { auth }]) => auth === 'none' || auth === 'opt'))(
    '%s treats an expired token as none, and never answers 4001',
    async (name, call) => {
      server.clock.advance(20 * 60_000)
      for (const token of ['', ...dead])
        expect((await ask(name, call, token)).body.code, token).not.toBe(4001)
    },
  )

  it.each(everyCall.filter(([, { auth }]) => auth === 'full'))('%s is not for guests', async (name, call) => {
    expect((await ask(name, call, visitor.token)).body.code).toBe(4034)
  })

  it.each(everyCall.filter(([, { auth }]) => isRole(auth)))(
    '%s is for its role and above',
    async (name, call) => {
      const needed = call.auth as Role
      const elsewhere = { ...world, wid: 'unknown-space' }
      const strangers = [people.stranger, people.removed, visitor]
      for (const { token } of strangers) {
        const here = await ask(name, call, token)
        const nowhere = await ask(name, call, token, getInput(name, elsewhere))
        expect(here.body).toEqual({ code: 4004, message: expect.any(String) as string, data: {} })
        expect([nowhere.status, nowhere.body]).toEqual([here.status, here.body])
      }
      for (const role of roles.filter((role) => !isAtLeast(role, needed)))
        expect((await ask(name, call, people[role].token)).body, role).toMatchObject({ code: 4003 })
      if (call.fullOnly) expect((await ask(name, call, guestMember.token)).body.code).toBe(4034)
    },
  )

  it.each(everyCall)('%s names each field that is wrong', async (name, call) => {
    const input = getInput(name)
    const { token } = await getCaller(call)
    for (const field of Object.keys(input.query ?? {})) {
      // Twice is wrong whatever the value.
      const twice = { ...input, query: { ...input.query } }
      const address = `${call.path}?${field}=a&${field}=b`
      const answer = await raw(server, { ...call, path: address }, token, { ...twice, query: {} })
      expect(answer.body, field).toMatchObject({
        code: 4000,
        data: { fields: { [field]: 'is given twice' } },
      })
    }
    if (call.file === 'required' || input.file) return
    for (const field of Object.keys(input.body ?? {})) {
      const answer = await ask(name, call, token, {
        ...input,
        body: { ...input.body, [field]: { wrong: ['type'] } },
      })
      expect(answer.body.code, field).toBe(4000)
      const fields = Object.keys(answer.body.data?.['fields'] ?? {})
      expect(
        fields.some((fault) => fault === field || fault.startsWith(`${field}.`)),
        `${field} in ${fields.join()}`,
      ).toBe(true)
    }
  })

  it.each(everyCall.filter(([, call]) => call.query instanceof z.ZodObject))(
    '%s treats empty optional parameters as missing',
    async (name, call) => {
      const shape = call.query instanceof z.ZodObject ? call.query.shape : {}
      const optional = Object.keys(shape).filter(
        (field) => (shape[field] as z.ZodType).safeParse(undefined).success,
      )
      const input = getInput(name)
      const { token } = await getCaller(call)
      for (const field of optional) {
        const faults = async (value: string | undefined) => {
          const query = { ...input.query, [field]: value }
          return (await ask(name, call, token, { ...input, query })).body.data?.['fields']
        }
        expect(await faults(''), field).toEqual(await faults(undefined))
      }
    },
  )

  it.each(everyCall.filter(([, call]) => call.body !== null))(
    '%s survives hostile bodies',
    async (_name, call) => {
      const { token } = await getCaller(call)
      const send = (body: string, type: string) =>
        fetch(`${server.url}${call.path}`, {
          method: call.method,
          headers: { token, 'content-type': type },
          body,
          redirect: 'manual',
        })
      const hostile: readonly [string, string][] = [
        ['{', 'application/json'],
        ['[]', 'application/json'],
        ['null', 'application/json'],
        ['"text"', 'application/json'],
        ['{"__proto__":{"admin":true},"constructor":{"prototype":{}}}', 'application/json'],
        ['['.repeat(100_000), 'application/json'],
        [JSON.stringify({ email: '\ud800', wid: '\u0000', name: '\u0000' }), 'application/json'],
        ['a=1&a=2&__proto__=3', 'application/x-www-form-urlencoded'],
        ['--x\r\nnonsense', 'multipart/form-data; boundary=x'],
        ['<a/>', 'application/xml'],
      ]
      for (const [body, type] of hostile) {
        server.clock.advance(200)
        const answer = await send(body, type)
        expect(answer.status, `${type} ${body.slice(0, 40)}`).toBeLessThan(500)
        if (answer.status !== 303) expect(await answer.json()).toHaveProperty('code')
      }
    },
  )
})
