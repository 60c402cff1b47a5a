import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call, CallGroups } from './call.ts'
import { defineCall, getRefusals } from './call.ts'
import { allCalls } from './admin.ts'
import { calls } from './calls/index.ts'
import { codes } from './codes.ts'
import { roles } from './roles.ts'
import { omitEmptyParameters } from './wire.ts'

/** Every method and path that spec §7 states. Frozen: an entry changes only when the specification does. */
const stated = `
POST /api/user/login
POST /api/user/logout
POST /api/user/register
GET /api/user/loggedin
POST /api/user/password/forget
GET /api/user/password/token
POST /api/user/password/reset
POST /api/user/password
GET /api/user/login/google
PUT /api/user/login/google
GET /api/user/login/office
PUT /api/user/login/office
GET /api/user/login/facebook
PUT /api/user/login/facebook
GET /api/user/login/apple
PUT /api/user/login/apple
PUT /api/user/guest/login
PUT /api/user/guest/upgrade
GET /api/user/info
POST /api/user/name
POST /api/user/photo
DELETE /api/user/photo
POST /api/user/profile
POST /api/user/email
POST /api/user/email/sendcode
GET /api/user/occupation
GET /api/user/staff/num
GET /api/user/trade
GET /api/user/vip
PUT /api/user/free/click
PUT /api/user/guide
POST /api/user/delete/sendcode
DELETE /api/user
GET /api/user/notify/config
POST /api/user/notify/config
POST /api/feedback
POST /api/tools/log
GET /api/space/member/group
PUT /api/space/member/group
GET /api/space/member
POST /api/space/member/role
POST /api/space/member/transferrole
POST /api/space/member/invite
POST /api/space/member/invite/voice
GET /api/space/member/online
GET /api/space/invitelink
GET /api/space/invitelink/info
POST /api/space/name
POST /api/space/photo
GET /api/space/photo/builtin
DELETE /api/space/photo
GET /api/space/phonicsroom/settings
POST /api/space/phonicsroom/settings
GET /api/space/phonicsroom/token
GET /api/space/phonicsroom/remainduration
GET /api/space/limit/free
GET /api/subscription/pk
GET /api/subscription/product
POST /api/subscription/stripe/create
GET /api/subscription/payment/record
POST /api/file/upload
POST /api/file/download
POST /api/file/upload/direct
`
  .trim()
  .split('\n')

/** What we added, so that an addition is a decision and not an accident. */
const ours = `
POST /app/apple-loading
DELETE /api/user/login/google
DELETE /api/user/login/office
DELETE /api/user/login/facebook
DELETE /api/user/login/apple
POST /api/user/pclogin/approve
POST /api/user/pclogin/exchange
GET /api/config
GET /api/user/settings
POST /api/user/settings
GET /api/user/session
DELETE /api/user/session
POST /api/user/export
GET /api/user/export
GET /api/notify
POST /api/notify/read
GET /api/space/list
GET /api/space/template
POST /api/space
GET /api/space/info
DELETE /api/space
POST /api/space/restore
POST /api/space/duplicate
POST /api/space/star
POST /api/space/archive
DELETE /api/space/member
POST /api/space/member/invite/link
POST /api/space/invitelink
DELETE /api/space/invitelink
POST /api/space/invitelink/accept
POST /api/space/access
GET /api/space/access
DELETE /api/space/access
POST /api/space/access/decide
POST /api/space/successor
POST /api/space/claim
GET /api/space/folder
PUT /api/space/folder
POST /api/live/ticket
POST /api/space/link/preview
GET /api/space/history
GET /api/space/history/keyframe
GET /api/space/history/chunk
GET /api/space/history/edit
POST /api/space/history/seen
GET /api/space/history/version
POST /api/space/history/version
PUT /api/space/history/version
DELETE /api/space/history/version
GET /api/subscription
POST /api/subscription/cancel
POST /api/subscription/card
POST /api/subscription/resume
POST /api/subscription/change
POST /api/subscription/webhook
POST /api/report
GET /api/announcement
POST /api/admin/login
POST /api/admin/logout
GET /api/admin/me
POST /api/admin/prove
POST /api/admin/totp
POST /api/admin/totp/confirm
POST /api/admin/totp/recovery
DELETE /api/admin/totp
GET /api/admin/person/list
GET /api/admin/person
POST /api/admin/person/suspend
POST /api/admin/person/lift
POST /api/admin/person/signout
POST /api/admin/person/reset
POST /api/admin/person/email
POST /api/admin/person/role
POST /api/admin/person/delete
GET /api/admin/person/merge
POST /api/admin/person/merge
POST /api/admin/invitation
GET /api/admin/invitation
DELETE /api/admin/invitation
GET /api/admin/settings
POST /api/admin/settings
GET /api/admin/space/list
GET /api/admin/space
POST /api/admin/space/restore
POST /api/admin/space/transfer
POST /api/admin/space/claim
POST /api/admin/space/delete
GET /api/admin/storage
GET /api/admin/health
GET /api/admin/version
GET /api/admin/job
POST /api/admin/job/retry
DELETE /api/admin/job
GET /api/admin/subscription
GET /api/admin/payment
GET /api/admin/payment/event
POST /api/admin/payment/event/replay
GET /api/admin/product
POST /api/admin/person/plan
GET /api/admin/log
GET /api/admin/feedback
POST /api/admin/feedback
GET /api/admin/report
POST /api/admin/report
GET /api/admin/announcement
POST /api/admin/announcement
DELETE /api/admin/announcement
POST /api/admin/email/test
GET /api/admin/audit
POST /api/admin/audit/verify
`
  .trim()
  .split('\n')

const groups: CallGroups = allCalls
const all: readonly { readonly name: string; readonly call: Call }[] = Object.entries(groups).flatMap(
  ([group, members]) => Object.entries(members).map(([name, call]) => ({ name: `${group}.${name}`, call })),
)
const getPair = (call: Call) => `${call.method} ${call.path}`

function getKeys(schema: z.ZodType | null): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

describe('the calls', () => {
  it('are the 63 of the specification', () => {
    expect(stated).toHaveLength(63)
    const declared = all.filter(({ call }) => !call.custom).map(({ call }) => getPair(call))
    expect(declared.toSorted()).toEqual(stated.toSorted())
  })

  it('are marked as custom if the specification does not list them', () => {
    const marked = all.filter(({ call }) => call.custom).map(({ call }) => getPair(call))
    expect(marked.toSorted()).toEqual(ours.toSorted())
  })

  it('have one declaration per method and path', () => {
    const pairs = all.map(({ call }) => getPair(call))
    expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at)).toEqual([])
  })

  it('refuse with known codes, and list none that every call has', () => {
    for (const { name, call } of all) {
      for (const code of getRefusals(call)) expect(codes, name).toHaveProperty(code)
      const general = getRefusals({ ...call, codes: [], auth: 'none', fullOnly: false })
      expect(
        call.codes.filter((code) => general.has(code)),
        name,
      ).toEqual([])
    }
  })

  it('never answer that the session is invalid if no token is needed', () => {
    const open = all.filter(({ call }) => call.auth === 'none' || call.auth === 'opt')
    expect(open.length).toBeGreaterThan(15)
    for (const { name, call } of open) expect(getRefusals(call).has('session_invalid'), name).toBe(false)
  })

  it('name the space where a role is needed, by a field that they accept', () => {
    for (const { name, call } of all) {
      const needsRole = (roles as readonly string[]).includes(call.auth)
      expect(call.space !== undefined, name).toBe(needsRole)
      if (call.space === undefined) continue
      const [part, field] = call.space.split('.') as ['query' | 'body', string]
      expect(getKeys(call[part]), name).toContain(field)
    }
  })

  it('take no body on GET and DELETE, and a file only on POST', () => {
    for (const { name, call } of all) {
      if (call.method === 'GET' || call.method === 'DELETE') expect(call.body, name).toBeNull()
      if (call.file !== 'none') expect(call.method, name).toBe('POST')
    }
  })

  it('take the token from the caller only in the logged-in check', () => {
    expect(all.filter(({ call }) => call.token === 'caller').map(({ name }) => name)).toEqual([
      'auth.loggedin',
    ])
  })

  it('never return a bare list', () => {
    for (const { name, call } of all) expect(call.data instanceof z.ZodArray, name).toBe(false)
  })
})

describe('a schema of a call', () => {
  it('is created when it is first read, and once', () => {
    let created = 0
    const call = defineCall({
      method: 'GET',
      path: '/api/example',
      summary: 'An example',
      auth: 'none',
      data: () => z.object({ number: z.literal((created += 1)) }),
    })
    expect(created).toBe(0)
    expect(call.data.parse({ number: 1 })).toEqual({ number: 1 })
    expect(call.data).toBe(call.data)
    expect(created).toBe(1)
  })
})

describe('the query of a call', () => {
  it('accepts numbers as text and fills in the page size of the specification', () => {
    const query = calls.space.members.query
    expect(query.parse({ wid: 'w1', start: '20' })).toEqual({
      wid: 'w1',
      start: 20,
      limit: 10,
      key: '',
      all: false,
    })
    expect(query.parse({ wid: 'w1', all: '1', limit: 100 })).toMatchObject({ all: true, limit: 100 })
  })

  it.each([
    { start: '-1' },
    { start: '1.5' },
    { start: '' },
    { limit: '0' },
    { limit: '101' },
    { all: 'yes' },
    { start: '0x1f' },
    { wid: 'a b' },
  ])('refuses %o', (wrong) => {
    expect(calls.space.members.query.safeParse({ wid: 'w1', ...wrong }).success).toBe(false)
  })

  it('accepts a flag as 0 or 1, and as false or true', () => {
    const query = calls.space.members.query
    const flags = ['0', '1', 'false', 'true'].map((all) => query.parse({ wid: 'w1', all }).all)
    expect(flags).toEqual([false, true, false, true])
  })

  it('treats empty optional parameters as missing, and nothing else', () => {
    const values = { wid: '', start: '', all: '', key: 'a', other: '' }
    expect(omitEmptyParameters(calls.space.members.query, values)).toEqual({ wid: '', key: 'a', other: '' })
    expect(omitEmptyParameters(null, values)).toEqual(values)
  })

  it('treats an empty language as missing', () => {
    expect(calls.subscription.products.query.parse({ lang: '' })).toEqual({ lang: undefined, plan: 'pro' })
    expect(calls.subscription.products.query.parse({})).toEqual({ plan: 'pro' })
    expect(calls.subscription.products.query.safeParse({ lang: '../etc' }).success).toBe(false)
  })
})

describe('the body of a call', () => {
  it('drops unknown fields', () => {
    expect(calls.user.rename.body.parse({ name: ' Ada ', role: 'administrator' })).toEqual({ name: 'Ada' })
  })

  it('accepts booleans as text, since forms are read too', () => {
    const body = { email: 'ada@example.org', password: 'x', remember: 'true' }
    expect(calls.auth.login.body.parse(body).remember).toBe(true)
    expect(calls.auth.login.body.safeParse({ ...body, remember: 'maybe' }).success).toBe(false)
  })

  it('refuses text that a database cannot store', () => {
    for (const name of ['a\u0000b', 'a\ud800b', '   ']) {
      expect(calls.space.create.body.safeParse({ name }).success).toBe(false)
    }
    expect(calls.space.create.body.parse({ name: 'Pläne 🌱' })).toEqual({ name: 'Pläne 🌱' })
  })

  it('accepts settings as JSON of at most 64 KiB, counted in bytes', () => {
    const { body } = calls.user.setSettings
    expect(body.safeParse({ settings: '{"a":1}' }).success).toBe(true)
    expect(body.safeParse({ settings: '{' }).success).toBe(false)
    expect(body.safeParse({ settings: JSON.stringify('å'.repeat(32_767)) }).success).toBe(true)
    expect(body.safeParse({ settings: JSON.stringify('å'.repeat(32_768)) }).success).toBe(false)
  })

  it('names a member by uid or by email address', () => {
    const { body } = calls.space.setRole
    expect(body.safeParse({ uid: 'u1', role: 'editor' }).success).toBe(true)
    expect(body.safeParse({ uid: 'u1', email: 'a@b.cd', role: 'editor' }).success).toBe(false)
    expect(body.safeParse({ role: 'editor' }).success).toBe(false)
    expect(body.safeParse({ uid: 'u1', role: 'owner' }).success).toBe(false)
  })

  it('refuses dangerous names in the tour', () => {
    const body = JSON.parse('{"__proto__":"done"}') as unknown
    const taken = calls.user.setGuide.body.parse(body)
    expect(Object.keys(taken)).toEqual([])
    expect(Object.getPrototypeOf(taken)).toBe(Object.prototype)
    expect(calls.user.setGuide.body.safeParse({ '../x': 'done' }).success).toBe(false)
    expect(calls.user.setGuide.body.safeParse({ 'board.first-shape': 'done' }).success).toBe(true)
  })
})
