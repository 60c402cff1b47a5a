import { effect } from '@preact/signals-core'
import { Uid } from '@tavla/contract'
import type { SignedIn } from '@tavla/contract'
import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '../platform/fake-clock.ts'
import { fakeStorage } from '../platform/fake-storage.ts'
import { keys } from '../platform/storage-keys.ts'
import { createTokenRenewal } from '../platform/network/token-renewal.ts'
import { createInvites } from './invites.ts'
import { createSession } from './session.ts'
import { somebody } from './testing.ts'

interface Setting {
  at?: string
  query?: string
  desktop?: boolean
  /** Null if nobody is signed in. */
  token?: string | null
}

function setUp({ at = '/app/dashboard', query = '', desktop = false, token = 'token' }: Setting = {}) {
  const browser = fakeStorage()
  const clock = fakeClock()
  const invites = createInvites({ storage: browser.storage, clock })
  if (token !== null) browser.local.set('userinfo', JSON.stringify({ ...somebody(), token }))
  if (desktop) browser.local.set('pcapp', '1')
  const postLogout = vi.fn()
  const leaveTo = vi.fn()
  let ids = 0
  const session = createSession({
    storage: browser.storage,
    clock,
    invites,
    location: { path: () => at, query: () => query, navigate: leaveTo },
    randomId: () => `client-${++ids}`,
    tokenRenewal: createTokenRenewal(undefined),
    postLogout,
    loadVip: () => Promise.reject(new Error('not asked here')),
  })
  session.start()
  return { ...browser, clock, invites, session, postLogout, leaveTo }
}

const turn = async (): Promise<void> => {
  for (let step = 0; step < 10; step += 1) await Promise.resolve()
}

/** Sets every key that can exist. */
function fill(local: Map<string, string>) {
  for (const key of [
    'spaceList',
    'spaceFilters',
    'client_id',
    'boardTransform',
    'guestUserinfo',
    'guestSpaceList',
    'i18nextLng',
    'last_user_email',
    'pcapp',
    'notifyDataArr',
    'pclogin',
    'pcuid',
    'subexpired',
    'clearLocal',
    'theme',
    'invite-w1',
  ])
    local.set(key, 'something')
}

describe('signed in', () => {
  it('means that the stored userinfo has a token', () => {
    expect(setUp().session.isLogin.value).toBe(true)
    expect(setUp({ token: null }).session.isLogin.value).toBe(false)
  })
})

describe('observers of the session', () => {
  it('never see a half-finished change', () => {
    const { session } = setUp()
    const seen: string[] = []
    effect(() => void seen.push(`${session.userInfo.value?.name ?? 'nobody'} ${session.isLogin.peek()}`))
    session.logout()
    session.signedIn({ token: 't', user: somebody() })
    expect(seen).toEqual(['Ada true', 'nobody false', 'Ada true'])
  })
})

describe('signing in', () => {
  it('stores userinfo, last_user_email and a new client_id', () => {
    const { session, local } = setUp({ token: null })
    session.signedIn({ token: 'new', user: somebody() })
    expect(JSON.parse(local.get('userinfo') ?? '')).toMatchObject({ token: 'new', uid: 'u1', name: 'Ada' })
    expect(local.get('last_user_email')).toBe('ada@example.org')
    expect(local.get('client_id')).toBe('client-1')
    expect(session.isLogin.value).toBe(true)
  })

  it('redirects to the dashboard if nothing else is pending', () => {
    expect(setUp({ token: null }).session.signedIn({ token: 't', user: somebody() })).toBe('/dashboard')
  })

  it('redirects to a stored URL once', () => {
    const { session, storage } = setUp({ token: null })
    storage.write(keys.from, '/whiteboard?w=7')
    expect(session.signedIn({ token: 't', user: somebody() })).toBe('/whiteboard?w=7')
    expect(session.signedIn({ token: 't', user: somebody() })).toBe('/dashboard')
  })

  it('prefers a pending invite to a stored URL', () => {
    const { session, invites } = setUp({ token: null })
    invites.remember('w 1', 'abc')
    expect(session.signedIn({ token: 't', user: somebody() })).toBe('/invite-loading?w=w%201')
  })

  it('prefers a pending desktop sign-in to everything', () => {
    const { session, local, invites } = setUp({ token: null })
    invites.remember('w1', 'abc')
    local.set('pclogin', '?challenge=c&state=s')
    expect(session.signedIn({ token: 't', user: somebody() })).toBe('/pclogin?challenge=c&state=s')
  })

  it('never redirects to another site', () => {
    const { session, storage } = setUp({ token: null })
    storage.write(keys.from, '//evil.example')
    expect(session.signedIn({ token: 't', user: somebody() })).toBe('/dashboard')
  })

  it('as a different person clears notifyDataArr and subexpired; as the same person keeps them', () => {
    const { session, local } = setUp()
    local.set('notifyDataArr', '{"v":1,"uid":"u1","list":[]}')
    local.set('subexpired', 'true')
    session.signedIn({ token: 't', user: somebody() })
    expect(local.has('notifyDataArr')).toBe(true)
    expect(local.get('subexpired')).toBe('true')

    session.signedIn({ token: 't', user: somebody({ uid: Uid.parse('u2') }) })
    expect(local.has('notifyDataArr')).toBe(false)
    expect(local.has('subexpired')).toBe(false)
  })

  it('keeps subexpired if nobody was signed in before: the link that set it led to this sign-in', () => {
    const { session, local } = setUp({ token: null })
    local.set('subexpired', 'true')
    session.signedIn({ token: 't', user: somebody() })
    expect(local.get('subexpired')).toBe('true')
    session.logout()
    session.signedIn({ token: 't', user: somebody() })
    expect(local.get('subexpired')).toBe('true')
    session.logout()
    session.signedIn({ token: 't', user: somebody({ uid: Uid.parse('u2'), email: 'bo@example.org' }) })
    expect(local.has('subexpired')).toBe(false)
  })

  it('uses the new email address after it was changed', () => {
    const { session, local } = setUp()
    session.updateUser({ email: 'ada@new.example.org' })
    expect(local.get('last_user_email')).toBe('ada@new.example.org')
  })

  it('keeps a guest’s secret in userinfo', () => {
    const { session, local } = setUp({ token: null })
    const guest = somebody({ kind: 'guest', email: null })
    session.signedIn({ token: 't', user: guest }, { secret: 's3cret' })
    expect(JSON.parse(local.get('userinfo') ?? '')).toMatchObject({ secret: 's3cret' })
    expect(local.has('last_user_email')).toBe(false)
    session.signedIn({ token: 't2', user: guest })
    expect(JSON.parse(local.get('userinfo') ?? '')).toMatchObject({ token: 't2', secret: 's3cret' })
  })
})

describe('signing out', () => {
  it('removes exactly five keys', () => {
    const { session, local } = setUp()
    fill(local)
    const before = [...local.keys()]
    session.logout()
    expect(before.filter((key) => !local.has(key)).toSorted()).toEqual([
      'boardTransform',
      'client_id',
      'spaceFilters',
      'spaceList',
      'userinfo',
    ])
    expect(session.isLogin.value).toBe(false)
  })

  it('redirects to /app/login, in the desktop app to /app/pcapp-login', () => {
    const browser = setUp()
    browser.session.logout()
    expect(browser.leaveTo).toHaveBeenCalledWith('/app/login')
    const desktop = setUp({ desktop: true })
    desktop.session.logout()
    expect(desktop.leaveTo).toHaveBeenCalledWith('/app/pcapp-login')
  })

  it('ends the session on the server with the token that was stored', () => {
    const { session, postLogout } = setUp()
    session.logout()
    expect(postLogout).toHaveBeenCalledExactlyOnceWith('token')
  })
})

describe('code 4001', () => {
  it('ends the session once, after 0.5 s, removes what a sign-out removes, and the login page says why', async () => {
    const { session, local, clock, leaveTo, postLogout, storage } = setUp({
      at: '/app/whiteboard',
      query: '?w=7',
    })
    session.sessionInvalid('token')
    session.sessionInvalid('token')
    await turn()
    clock.pass(499)
    expect(session.isLogin.value).toBe(true)
    session.sessionInvalid('token')
    clock.pass(1)
    await turn()
    expect(session.isLogin.value).toBe(false)
    expect(local.has('userinfo')).toBe(false)
    clock.pass(10_000)
    await turn()
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/app/login')
    expect(postLogout).not.toHaveBeenCalled()
    expect(storage.read(keys.from)).toBe('/whiteboard?w=7')
    expect(session.endedSession()).toEqual({ why: 'ended', uid: 'u1', name: 'Ada' })
    session.signedIn({ token: 't', user: somebody() })
    expect(session.endedSession()).toBeNull()
  })

  it.each(['/app/login', '/app/pclogin', '/app/pcapp-login'])('does not leave %s', async (at) => {
    const { session, clock, leaveTo } = setUp({ at })
    session.sessionInvalid('token')
    await turn()
    clock.pass(500)
    await turn()
    expect(leaveTo).not.toHaveBeenCalled()
    expect(session.isLogin.value).toBe(false)
  })

  it('is ignored while the data of a deleted account is removed', async () => {
    const { session, clock, leaveTo } = setUp()
    let finish: () => void = () => undefined
    session.sessionInvalid('token')
    const deleted = session.deleted(() => new Promise<void>((resolve) => (finish = resolve)))
    await turn()
    clock.pass(500)
    await turn()
    expect(leaveTo).not.toHaveBeenCalled()
    finish()
    await deleted
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/app/login')
    expect(session.endedSession()).toEqual({ why: 'deleted', uid: 'u1', name: 'Ada' })
  })

  it('is ignored for a session that was replaced in the meantime', async () => {
    const { session, clock, leaveTo } = setUp()
    session.sessionInvalid('token')
    await turn()
    session.signedIn({ token: 'newer', user: somebody() })
    clock.pass(500)
    await turn()
    expect(session.isLogin.value).toBe(true)
    expect(leaveTo).not.toHaveBeenCalled()
  })

  it('is ignored for a token that is no longer stored, however late it arrives', async () => {
    const { session, clock, leaveTo, otherTab } = setUp()
    otherTab('userinfo', JSON.stringify({ ...somebody(), token: 'newer' }))
    for (const stale of ['token', null]) {
      session.sessionInvalid(stale)
      await turn()
      clock.pass(60_000)
      await turn()
    }
    expect(session.isLogin.value).toBe(true)
    expect(leaveTo).not.toHaveBeenCalled()
  })

  it('waits while a new token is being requested, however long that takes', async () => {
    const { session, clock, leaveTo } = setUp()
    let answer = (_signedIn: SignedIn) => {}
    const renewed = session.renew(() => new Promise((resolve) => (answer = resolve)))
    session.sessionInvalid('token')
    await turn()
    clock.pass(30_000)
    await turn()
    expect([session.isLogin.value, leaveTo.mock.calls]).toEqual([true, []])
    answer({ token: 'newer', user: somebody() })
    await renewed
    await turn()
    clock.pass(500)
    await turn()
    expect([session.userInfo.value?.['token'], leaveTo.mock.calls]).toEqual(['newer', []])
  })

  it('is handled for the new token, also while one for the old token is pending', async () => {
    const { session, clock, leaveTo } = setUp()
    session.sessionInvalid('token')
    await turn()
    session.signedIn({ token: 'newer', user: somebody() })
    session.sessionInvalid('newer')
    await turn()
    clock.pass(500)
    await turn()
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/app/login')
  })
})

describe('an email link opened with an expired session', () => {
  const endedAt = async (at: string, query: string) => {
    const set = setUp({ at, query })
    set.session.sessionInvalid('token')
    await turn()
    set.clock.pass(500)
    await turn()
    expect(set.leaveTo).toHaveBeenCalledWith('/app/login')
    return set.session
  }

  it.each([
    ['/app/forget-loading', '?token=abc'],
    ['/app/invite-loading', '?invite=abc&w=7'],
    ['/app/google-loading', '?code=c&state=s'],
    ['/app/admin', ''],
  ])('%s%s is opened again, once, since it needs no session', async (at, query) => {
    const session = await endedAt(at, query)
    expect(session.takeEmailedLink()).toBe(at.replace('/app', '') + query)
    expect(session.takeEmailedLink()).toBeNull()
  })

  it.each(['/app/dashboard', '/app/whiteboard', '/app/userinfo', '/app/request-access'])(
    '%s waits for the next sign-in',
    async (at) => {
      const session = await endedAt(at, '?w=7')
      expect(session.takeEmailedLink()).toBeNull()
      expect(session.signedIn({ token: 't', user: somebody() })).toBe(`${at.replace('/app', '')}?w=7`)
    },
  )

  it('does not redirect signed-in users, nor to another site', () => {
    const { session, storage } = setUp()
    storage.write(keys.from, '/forget-loading?token=abc')
    expect(session.takeEmailedLink()).toBeNull()
    const other = setUp({ token: null })
    other.storage.write(keys.from, '//evil.example')
    expect(other.session.takeEmailedLink()).toBeNull()
  })
})

describe('account details', () => {
  it('requested with an older token belong to the previous session and are ignored', () => {
    const { session } = setUp()
    session.signedIn({ token: 'newer', user: somebody({ hasPassword: true }) })
    session.updateUser({ hasPassword: false }, 'token')
    expect(session.userInfo.value?.['hasPassword']).toBe(true)
    session.updateUser({ name: 'Ada L' }, 'newer')
    expect(session.userInfo.value?.name).toBe('Ada L')
  })
})

describe('another tab', () => {
  it('signs out: this tab follows and stores its URL', () => {
    const { session, otherTab, leaveTo } = setUp({ at: '/app/whiteboard', query: '?w=7' })
    otherTab('userinfo', null)
    expect(session.isLogin.value).toBe(false)
    expect(leaveTo).toHaveBeenCalledWith('/app/login')
    expect(session.endedSession()?.why).toBe('other-tab')
  })

  it('signs in: an open login page continues', () => {
    const { session, otherTab, leaveTo } = setUp({ at: '/app/login', token: null })
    otherTab('userinfo', JSON.stringify({ ...somebody(), token: 'theirs' }))
    expect(session.isLogin.value).toBe(true)
    expect(leaveTo).toHaveBeenCalledWith('/app/dashboard')
  })

  it('signs in as a different person: nothing of the previous one stays on the screen', () => {
    const { otherTab, leaveTo } = setUp({ at: '/app/whiteboard' })
    otherTab('userinfo', JSON.stringify({ ...somebody({ uid: Uid.parse('u2') }), token: 'theirs' }))
    expect(leaveTo).toHaveBeenCalledWith('/app/dashboard')
  })

  it('changes the name: this tab shows it', () => {
    const { session, otherTab, leaveTo } = setUp({ at: '/app/whiteboard' })
    otherTab('userinfo', JSON.stringify({ ...somebody({ name: 'Ada L' }), token: 'token' }))
    expect(session.userInfo.value?.name).toBe('Ada L')
    expect(leaveTo).not.toHaveBeenCalled()
  })
})

describe('guests', () => {
  const guest = somebody({ kind: 'guest', email: null, name: 'Gast' })

  function asGuest() {
    const set = setUp({ token: null })
    set.session.signedIn({ token: 'guest-token', user: guest }, { secret: 's3cret' })
    set.local.set('spaceList', '{"v":1,"uid":"u1","list":[{"wid":"w1","name":"Trial"}]}')
    return set
  }

  it('leave copies behind when they sign out, and their session continues', () => {
    const { session, local, postLogout, leaveTo } = asGuest()
    session.leaveAsGuest()
    expect(JSON.parse(local.get('guestUserinfo') ?? '')).toMatchObject({ uid: 'u1', secret: 's3cret' })
    expect(local.get('guestSpaceList')).toContain('Trial')
    expect(local.has('userinfo')).toBe(false)
    expect(postLogout).not.toHaveBeenCalled()
    expect(leaveTo).toHaveBeenCalledWith('/app/login')
  })

  it('return by uid and secret, with their spaces', () => {
    const { session, local } = asGuest()
    session.leaveAsGuest()
    expect(session.savedGuest()).toEqual({ uid: 'u1', secret: 's3cret', name: 'Gast' })
    session.restoreGuestSpaces()
    expect(local.get('spaceList')).toContain('Trial')
    session.clearGuestSpaces()
    expect(local.has('guestSpaceList')).toBe(false)
  })

  it('cannot return once their account is deleted', async () => {
    const { session, local, leaveTo } = asGuest()
    local.set('guestUserinfo', local.get('userinfo') ?? '')
    local.set('guestSpaceList', local.get('spaceList') ?? '')
    await session.deleted(() => Promise.resolve())
    expect(['userinfo', 'guestUserinfo', 'guestSpaceList'].filter((key) => local.has(key))).toEqual([])
    expect(leaveTo).toHaveBeenCalledWith('/app/login')
  })

  it('become full accounts with the same uid, and the copies are removed', async () => {
    const { session, local } = asGuest()
    local.set('guestUserinfo', local.get('userinfo') ?? '')
    local.set('guestSpaceList', local.get('spaceList') ?? '')
    const next = await session.renew(() => Promise.resolve({ token: 'full-token', user: somebody() }))
    expect(next).toBe('/userinfo')
    expect(JSON.parse(local.get('userinfo') ?? '')).toMatchObject({ uid: 'u1', token: 'full-token' })
    expect(JSON.parse(local.get('userinfo') ?? '')).not.toHaveProperty('secret')
    expect(local.has('guestUserinfo')).toBe(false)
    expect(local.has('guestSpaceList')).toBe(false)
  })
})
