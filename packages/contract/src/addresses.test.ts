import { expect, it } from 'vitest'
import { urls } from './addresses.ts'

it('URLs are those that emails, links and the desktop app use', () => {
  expect(urls.whiteboard({ wid: 'w1' })).toBe('/app/whiteboard?w=w1')
  expect(urls.whiteboard({ wid: 'w1', page: 'p1', element: 'o1' })).toBe('/app/whiteboard?w=w1&p=p1&o=o1')
  expect(urls.invite({ token: 't&1', wid: 'w1' })).toBe('/app/invite-loading?invite=t%261&w=w1')
  expect(urls.resetPassword({ token: 't' })).toBe('/app/forget-loading?token=t')
  expect(urls.social('office', { code: 'c', state: 's' })).toBe('/app/office-loading?code=c&state=s')
  expect(urls.requestAccess({ wid: 'w1' })).toBe('/app/request-access?w=w1')
  expect(urls.desktopSignIn({ challenge: 'c', state: 's', via: 'loopback', port: 4000 })).toBe(
    '/app/pclogin?challenge=c&state=s&via=loopback&port=4000',
  )
  expect(urls.planEnded()).toBe('/app/dashboard?type=subexpired')
})
