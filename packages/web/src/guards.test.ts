import { describe, expect, it } from 'vitest'
import { applyGuard, findInvite, shouldLeaveFullscreen, paths } from './guards.ts'
import type { NavigationPath } from './guards.ts'

const query = '?w=7&x=a%20b'

function navigate(token: 'token' | 'no token', shell: 'desktop' | 'browser', path: NavigationPath) {
  return applyGuard({ path, query, hasToken: token === 'token', desktop: shell === 'desktop' })
}

const publicPaths = [
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
const guardedPaths = ['dashboard', 'whiteboard', 'userinfo', 'request-access'] as const

describe('the guard table', () => {
  it.each(['token', 'no token'] as const)(
    'unknown addresses go to the dashboard with the query (%s)',
    (token) => {
      for (const shell of ['browser', 'desktop'] as const)
        expect(navigate(token, shell, '*')).toEqual({ redirect: `/dashboard${query}`, returnTo: null })
    },
  )

  it.each(guardedPaths)('%s without a token goes to the login with the query, and is noted', (path) => {
    expect(navigate('no token', 'browser', path)).toEqual({
      redirect: `/login${query}`,
      returnTo: `/${path}${query}`,
    })
    expect(navigate('no token', 'desktop', path)).toEqual({
      redirect: `/pcapp-login${query}`,
      returnTo: `/${path}${query}`,
    })
  })

  it.each([...publicPaths, 'login', 'pcapp-login'] as const)('%s without a token is shown', (path) => {
    for (const shell of ['browser', 'desktop'] as const)
      expect(navigate('no token', shell, path)).toEqual({ redirect: null, returnTo: null })
  })

  it('login with a token goes to the dashboard', () => {
    for (const shell of ['browser', 'desktop'] as const)
      expect(navigate('token', shell, 'login')).toEqual({ redirect: '/dashboard', returnTo: null })
  })

  it('pcapp-login with a token redirects to the dashboard in the desktop app and is shown in a browser', () => {
    expect(navigate('token', 'desktop', 'pcapp-login').redirect).toBe('/dashboard')
    expect(navigate('token', 'browser', 'pcapp-login').redirect).toBeNull()
  })

  it.each([...publicPaths, ...guardedPaths] as const)('%s with a token is shown', (path) => {
    for (const shell of ['browser', 'desktop'] as const)
      expect(navigate('token', shell, path)).toEqual({ redirect: null, returnTo: null })
  })

  it('covers every path of the route table', () => {
    expect([...publicPaths, ...guardedPaths, 'login', 'pcapp-login'].toSorted()).toEqual(
      [...paths].toSorted(),
    )
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
    for (const path of paths.filter((path) => !['login', 'whiteboard', 'invite-loading'].includes(path)))
      expect(findInvite(path, '?invite=abc&w=7')).toBeNull()
  })
})

describe('leaving fullscreen', () => {
  it('happens only on the dashboard of the desktop app', () => {
    expect(shouldLeaveFullscreen('dashboard', true)).toBe(true)
    expect(shouldLeaveFullscreen('dashboard', false)).toBe(false)
    expect(shouldLeaveFullscreen('whiteboard', true)).toBe(false)
  })
})
