import { describe, expect, it } from 'vitest'
import { guard, findInvite, leavesFullscreen, paths } from './guards.ts'
import type { VisitedPath } from './guards.ts'

const query = '?w=7&x=a%20b'

function visit(token: 'token' | 'no token', shell: 'desktop' | 'browser', path: VisitedPath) {
  return guard({ path, query, hasToken: token === 'token', desktop: shell === 'desktop' })
}

const free = [
  'invite-loading',
  'google-loading',
  'office-loading',
  'facebook-loading',
  'apple-loading',
  'forget-loading',
  'pclogin',
  'pcapp',
  'admin',
] as const
const guarded = ['dashboard', 'whiteboard', 'userinfo', 'request-access'] as const

describe('the guard table', () => {
  it.each(['token', 'no token'] as const)(
    'unknown addresses go to the dashboard with the query (%s)',
    (token) => {
      for (const shell of ['browser', 'desktop'] as const)
        expect(visit(token, shell, '*')).toEqual({ to: `/dashboard${query}`, getNote: null })
    },
  )

  it.each(guarded)('%s without a token goes to the login with the query, and is noted', (path) => {
    expect(visit('no token', 'browser', path)).toEqual({ to: `/login${query}`, getNote: `/${path}${query}` })
    expect(visit('no token', 'desktop', path)).toEqual({
      to: `/pcapp-login${query}`,
      getNote: `/${path}${query}`,
    })
  })

  it.each([...free, 'login', 'pcapp-login'] as const)('%s without a token is shown', (path) => {
    for (const shell of ['browser', 'desktop'] as const)
      expect(visit('no token', shell, path)).toEqual({ to: null, getNote: null })
  })

  it('login with a token goes to the dashboard', () => {
    for (const shell of ['browser', 'desktop'] as const)
      expect(visit('token', shell, 'login')).toEqual({ to: '/dashboard', getNote: null })
  })

  it('pcapp-login with a token redirects to the dashboard in the desktop app and is shown in a browser', () => {
    expect(visit('token', 'desktop', 'pcapp-login').to).toBe('/dashboard')
    expect(visit('token', 'browser', 'pcapp-login').to).toBeNull()
  })

  it.each([...free, ...guarded] as const)('%s with a token is shown', (path) => {
    for (const shell of ['browser', 'desktop'] as const)
      expect(visit('token', shell, path)).toEqual({ to: null, getNote: null })
  })

  it('covers every path of the route table', () => {
    expect([...free, ...guarded, 'login', 'pcapp-login'].toSorted()).toEqual([...paths].toSorted())
  })
})

describe('invite handling', () => {
  it.each(['login', 'whiteboard', 'invite-loading'] as const)('takes the invite from %s', (path) => {
    expect(findInvite(path, '?invite=abc&w=7')).toEqual({ invite: 'abc', wid: '7' })
  })

  it.each(['', '?invite=abc', '?w=7', '?invite=&w=7', '?invite=abc&w='])(
    'needs both values, not %j',
    (carried) => {
      expect(findInvite('login', carried)).toBeNull()
    },
  )

  it('ignores every other path', () => {
    for (const path of paths.filter((one) => !['login', 'whiteboard', 'invite-loading'].includes(one)))
      expect(findInvite(path, '?invite=abc&w=7')).toBeNull()
  })
})

describe('leaving fullscreen', () => {
  it('happens only on the dashboard of the desktop app', () => {
    expect(leavesFullscreen('dashboard', true)).toBe(true)
    expect(leavesFullscreen('dashboard', false)).toBe(false)
    expect(leavesFullscreen('whiteboard', true)).toBe(false)
  })
})
